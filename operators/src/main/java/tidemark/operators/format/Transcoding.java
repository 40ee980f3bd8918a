package tidemark.operators.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A stream of another charset as UTF-8. Bytes that mean nothing in the charset become the byte
 * 0xFF, which is not UTF-8 either, so that their record is bad.
 */
final class Transcoding extends InputStream {
  private static final byte INVALID = (byte) 0xFF;

  private final InputStream in;
  private final CharsetDecoder decoder;
  private final CharsetEncoder encoder =
      StandardCharsets.UTF_8
          .newEncoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private final ByteBuffer raw = ByteBuffer.allocate(1 << 16).flip();
  private final CharBuffer chars = CharBuffer.allocate(1 << 16).flip();
  private final ByteBuffer utf8 = ByteBuffer.allocate(1 << 18).flip();
  private boolean rawEnded;
  private boolean ended;

  Transcoding(InputStream in, Charset charset) {
    this.in = in;
    this.decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  /** Whether the bytes 0 to 127 always stand for themselves. */
  static boolean isAsciiCompatible(Charset charset) {
    String name = charset.name().toUpperCase(Locale.ROOT);
    return name.equals("UTF-8")
        || name.equals("US-ASCII")
        || name.startsWith("ISO-8859-")
        || name.startsWith("WINDOWS-125");
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    while (!utf8.hasRemaining()) {
      if (ended) {
        return -1;
      }
      utf8.clear();
      fill();
      utf8.flip();
    }
    int count = Math.min(length, utf8.remaining());
    utf8.get(target, offset, count);
    return count;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private void fill() throws IOException {
    if (!chars.hasRemaining()) {
      decodeMore();
    }
    CoderResult result = encoder.encode(chars, utf8, rawEnded && !raw.hasRemaining());
    if (result.isError()) {
      chars.position(chars.position() + result.length());
      utf8.put(INVALID);
    } else if (result.isUnderflow() && chars.hasRemaining()) {
      decodeMore(); // half a surrogate pair
    }
    ended = rawEnded && !raw.hasRemaining() && !chars.hasRemaining();
  }

  private void decodeMore() throws IOException {
    raw.compact();
    int count = in.read(raw.array(), raw.position(), raw.remaining());
    if (count < 0) {
      rawEnded = true;
    } else {
      raw.position(raw.position() + count);
    }
    raw.flip();
    chars.compact();
    CoderResult result = decoder.decode(raw, chars, rawEnded);
    if (rawEnded && result.isUnderflow()) {
      decoder.flush(chars);
    }
    if (result.isError()) {
      raw.position(raw.position() + result.length());
      chars.put('\uDC00'); // a lone surrogate: the encoder makes it the invalid byte
    }
    chars.flip();
  }
}
