package tidemark.operators.expr.value;

import java.util.Locale;

/** Words with a capital first, by the rules of Unicode; words end at blanks. */
public final class TitleCase {
  private static final int IOTA = 0x399;
  private static final int IOTA_BELOW = 0x345;

  private TitleCase() {}

  /** The text with a capital at the start of each word and small letters behind it. */
  public static String of(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      int blank = text.indexOf(' ', at);
      int end = blank < 0 ? text.length() : blank;
      word(text.substring(at, end), out);
      if (blank >= 0) {
        out.append(' ');
      }
      at = end + 1;
    }
    return out.toString();
  }

  private static void word(String word, StringBuilder out) {
    if (word.isEmpty()) {
      return;
    }
    int first = word.codePointAt(0);
    capital(first, out);
    String small = word.toLowerCase(Locale.ROOT);
    out.append(small, Character.toString(first).toLowerCase(Locale.ROOT).length(), small.length());
  }

  /** A character that is several ones as a capital begins with a capital and goes on small. */
  private static void capital(int c, StringBuilder out) {
    String upper = Character.toString(c).toUpperCase(Locale.ROOT);
    boolean single = upper.codePointCount(0, upper.length()) == 1;
    if (single || Character.toTitleCase(c) != c || Character.isTitleCase(c)) {
      out.appendCodePoint(Character.toTitleCase(c));
      return;
    }
    boolean begun = false;
    for (int i = 0; i < upper.length(); i += Character.charCount(upper.codePointAt(i))) {
      int part = upper.codePointAt(i);
      if (!begun) {
        out.appendCodePoint(part);
        begun = Character.isUpperCase(part);
      } else {
        out.appendCodePoint(part == IOTA ? IOTA_BELOW : Character.toLowerCase(part));
      }
    }
  }
}
