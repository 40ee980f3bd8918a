package tidemark.runner.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;

/** Turns the bytes of a file into text: UTF-8, with or without a byte order mark, at most 1 MiB. */
public final class SourceBytes {
  /** The most bytes that a pipeline or test-suite file may have. */
  public static final int MAX_BYTES = 1 << 20;

  private SourceBytes() {}

  /** The bytes of a file, whatever it is: at most one more than is allowed. */
  public static byte[] read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(MAX_BYTES + 1);
    }
  }

  /** The text of a file; what is wrong with it is reported. */
  public static Optional<SourceText> decode(String file, byte[] bytes, Diagnostics found) {
    if (bytes.length > MAX_BYTES) {
      return tooLarge(file, "the file is larger than", found);
    }
    if (startsWith(bytes, 0xFF, 0xFE) || startsWith(bytes, 0xFE, 0xFF)) {
      found.error(
          Code.TM101,
          Span.ofFile(file),
          "the file is UTF-16",
          "save it as UTF-8 (in an editor: save with encoding UTF-8)");
      return Optional.empty();
    }
    int start = startsWith(bytes, 0xEF, 0xBB, 0xBF) ? 3 : 0;
    ByteBuffer rest = ByteBuffer.wrap(bytes, start, bytes.length - start);
    CharBuffer chars = CharBuffer.allocate(bytes.length - start + 1);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CoderResult result = decoder.decode(rest, chars, true);
    chars.flip();
    SourceText text = new SourceText(file, chars.toString());
    if (!result.isError()) {
      return Optional.of(text);
    }
    int bad = bytes[rest.position()] & 0xFF;
    found.error(
        Code.TM101,
        text.span(text.length(), text.length() + 1),
        String.format("the file is not UTF-8: byte 0x%02X at offset %d", bad, rest.position()),
        "save the file as UTF-8");
    return Optional.empty();
  }

  /** Reports that a file is too large to be read. */
  public static Optional<SourceText> tooLarge(String file, long bytes, Diagnostics found) {
    return tooLarge(file, "the file has " + bytes + " bytes, more than", found);
  }

  private static Optional<SourceText> tooLarge(String file, String more, Diagnostics found) {
    found.error(
        Code.TM108,
        Span.ofFile(file),
        more + " the 1 MiB that is allowed",
        "split it, or keep data in files of its own");
    return Optional.empty();
  }

  private static boolean startsWith(byte[] bytes, int... wanted) {
    if (bytes.length < wanted.length) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      if ((bytes[i] & 0xFF) != wanted[i]) {
        return false;
      }
    }
    return true;
  }
}
