package tidemark.operators.format;

import java.nio.charset.StandardCharsets;

/** Validity of UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. */
public final class Utf8 {
  private Utf8() {}

  /** The offset of the first byte of {@code bytes[from, to)} that is not valid UTF-8, or -1. */
  public static int firstInvalid(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      while (at <= to - 8 && (Words.read(bytes, at) & Words.HIGHS) == 0) {
        at += 8;
      }
      if (at >= to) {
        return -1;
      }
      int length = bytes[at] >= 0 ? 1 : sequence(bytes, at, to);
      if (length == 0) {
        return at;
      }
      at += length;
    }
    return -1;
  }

  /** Whether no byte of the array is above 127. */
  public static boolean isAscii(byte[] bytes) {
    int at = 0;
    for (; at <= bytes.length - 8; at += 8) {
      if ((Words.read(bytes, at) & Words.HIGHS) != 0) {
        return false;
      }
    }
    while (at < bytes.length && bytes[at] >= 0) {
      at++;
    }
    return at == bytes.length;
  }

  /** The length of the well-formed sequence of two to four bytes at {@code at}, or 0. */
  private static int sequence(byte[] bytes, int at, int to) {
    int lead = bytes[at] & 0xFF;
    int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || at + length > to) {
      return 0;
    }
    int second = bytes[at + 1] & 0xFF;
    int lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < lowest || second > highest) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return length;
  }

  /** The text with U+FFFD for what is not well-formed. */
  public static byte[] valid(byte[] bytes, int offset, int length) {
    return new String(bytes, offset, length, StandardCharsets.UTF_8)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Appends the text with U+FFFD for what is not well-formed. */
  static void write(byte[] bytes, int offset, int length, ByteSink out) {
    if (firstInvalid(bytes, offset, offset + length) < 0) {
      out.write(bytes, offset, length);
      return;
    }
    byte[] valid = valid(bytes, offset, length);
    out.write(valid, 0, valid.length);
  }

  /** The text; bytes that are not valid UTF-8 show as {@code \xHH}. */
  public static String visible(byte[] bytes, int from, int to) {
    StringBuilder text = new StringBuilder(to - from + 16);
    int at = from;
    while (at < to) {
      int bad = firstInvalid(bytes, at, to);
      int end = bad < 0 ? to : bad;
      text.append(new String(bytes, at, end - at, StandardCharsets.UTF_8));
      if (bad >= 0) {
        text.append(String.format("\\x%02X", bytes[bad] & 0xFF));
        end++;
      }
      at = end;
    }
    return text.toString();
  }
}
