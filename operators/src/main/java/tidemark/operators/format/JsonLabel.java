package tidemark.operators.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What stands before a value of an object: brace or comma, name, colon. */
final class JsonLabel {
  private final long[] words;
  private final int length;

  /**
   * @param first whether it is the object's first value
   */
  JsonLabel(boolean first, String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    byte[] label = new byte[2 + JsonTexts.most(utf8.length)];
    label[0] = (byte) (first ? '{' : ',');
    int end = JsonTexts.write(utf8, 0, utf8.length, label, 1);
    label[end] = ':';
    this.length = end + 1;
    byte[] padded = Arrays.copyOf(Arrays.copyOf(label, length), (length + 7) / 8 * 8);
    this.words = new long[padded.length / 8];
    for (int i = 0; i < words.length; i++) {
      words[i] = Words.read(padded, 8 * i);
    }
  }

  /** Bytes that writing it touches. */
  int most() {
    return 8 * words.length;
  }

  /** Writes it a word at a time; the offset behind it. */
  int write(byte[] target, int at) {
    for (int i = 0; i < words.length; i++) {
      Words.write(target, at + 8 * i, words[i]);
    }
    return at + length;
  }
}
