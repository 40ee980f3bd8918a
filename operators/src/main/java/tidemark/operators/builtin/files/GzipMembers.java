package tidemark.operators.builtin.files;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The unpacked bytes of a gzip file, all its members (RFC 1952). Strict where the JDK's stream is
 * not: a member cut off anywhere, even inside its header, and bytes that are no member are errors.
 * Zero bytes after a member are padding.
 */
final class GzipMembers extends InputStream {
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;

  private final InputStream packed;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final byte[] buffer = new byte[64 * 1024];
  private int position;
  private int limit;
  private boolean inMember;
  private boolean ended;

  GzipMembers(InputStream packed) {
    this.packed = packed;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!ended) {
      if (!inMember && !beginMember()) {
        ended = true;
        break;
      }
      int count = inflate(target, offset, length);
      if (count > 0) {
        return count;
      }
    }
    return -1;
  }

  /** The next unpacked bytes; 0 at the end of the member. */
  private int inflate(byte[] target, int offset, int length) throws IOException {
    try {
      while (true) {
        int count = inflater.inflate(target, offset, length);
        if (count > 0) {
          crc.update(target, offset, count);
          return count;
        }
        if (inflater.finished()) {
          endMember();
          return 0;
        }
        if (inflater.needsDictionary()) {
          throw new IOException("the gzip data needs a preset dictionary");
        }
        if (position == limit && !fill()) {
          throw new EOFException("the gzip data is cut off");
        }
        inflater.setInput(buffer, position, limit - position);
        position = limit;
      }
    } catch (DataFormatException damaged) {
      throw new IOException("the gzip data is damaged", damaged);
    }
  }

  /** Reads a member's header; false at the end of the file. */
  private boolean beginMember() throws IOException {
    int first = nextOrEnd();
    while (first == 0) {
      first = nextOrEnd();
    }
    if (first < 0) {
      return false;
    }
    if (first != 0x1F || next() != 0x8B) {
      throw new IOException("the data is not gzip, or bytes stand after the last gzip member");
    }
    if (next() != 8) {
      throw new IOException("the gzip method is unknown");
    }
    int flags = next();
    skip(6);
    if ((flags & EXTRA) != 0) {
      skip(next() | next() << 8);
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & HEADER_CRC) != 0) {
      skip(2);
    }
    inflater.reset();
    crc.reset();
    inMember = true;
    return true;
  }

  private void endMember() throws IOException {
    position = limit - inflater.getRemaining();
    long expectedCrc = nextInt();
    long expectedLength = nextInt();
    if (expectedCrc != crc.getValue()
        || expectedLength != (inflater.getBytesWritten() & 0xFFFFFFFFL)) {
      throw new IOException("the gzip checksum does not fit");
    }
    inMember = false;
  }

  private long nextInt() throws IOException {
    return next() | next() << 8 | next() << 16 | (long) next() << 24;
  }

  private void skip(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      int unused = next();
    }
  }

  private void skipText() throws IOException {
    while (next() != 0) {
      continue;
    }
  }

  private int next() throws IOException {
    int value = nextOrEnd();
    if (value < 0) {
      throw new EOFException("the gzip data is cut off");
    }
    return value;
  }

  private int nextOrEnd() throws IOException {
    return position < limit || fill() ? buffer[position++] & 0xFF : -1;
  }

  private boolean fill() throws IOException {
    int count = packed.read(buffer, 0, buffer.length);
    position = 0;
    limit = Math.max(0, count);
    return count > 0;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    packed.close();
  }
}
