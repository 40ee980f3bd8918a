package tidemark.operators.expr.value;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Writes patterns of fixed digits only, such as {@code yyyy-MM-dd HH:mm:ss.SSS}, for years of four
 * digits. For one thread.
 */
final class DigitPattern {
  private final byte[] template;
  private final byte[] buffer;
  private final char[] letters;
  private final int[] starts;
  private final int[] lengths;
  private final int fields;

  private DigitPattern(String pattern) {
    template = pattern.getBytes(StandardCharsets.US_ASCII);
    buffer = template.clone();
    letters = new char[template.length];
    starts = new int[template.length];
    lengths = new int[template.length];
    int count = 0;
    int i = 0;
    while (i < pattern.length()) {
      int end = i + 1;
      while (end < pattern.length() && pattern.charAt(end) == pattern.charAt(i)) {
        end++;
      }
      if (Character.isLetter(pattern.charAt(i))) {
        letters[count] = pattern.charAt(i);
        starts[count] = i;
        lengths[count] = end - i;
        count++;
      }
      i = end;
    }
    fields = count;
  }

  /** The pattern, or null if it has other fields. */
  static @Nullable DigitPattern of(String pattern) {
    boolean plain = pattern.chars().allMatch(c -> c < 0x80 && "'[]{}#".indexOf(c) < 0);
    if (!plain) {
      return null;
    }
    DigitPattern digits = new DigitPattern(pattern);
    for (int i = 0; i < digits.fields; i++) {
      int wanted =
          switch (digits.letters[i]) {
            case 'y' -> 4;
            case 'M', 'd', 'H', 'm', 's' -> 2;
            case 'S' -> Math.min(6, digits.lengths[i]);
            default -> 0;
          };
      if (digits.lengths[i] != wanted) {
        return null;
      }
    }
    return digits;
  }

  /** Writes the clock's time in microseconds; false if the year has not four digits. */
  boolean write(long local) {
    LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(local, ZoneClock.MICROS_A_DAY));
    if (date.getYear() < 0 || date.getYear() > 9999) {
      return false;
    }
    long time = Math.floorMod(local, ZoneClock.MICROS_A_DAY);
    int seconds = (int) (time / ZoneClock.MICROS_A_SECOND);
    int micros = (int) (time % ZoneClock.MICROS_A_SECOND);
    for (int i = 0; i < fields; i++) {
      int value =
          switch (letters[i]) {
            case 'y' -> date.getYear();
            case 'M' -> date.getMonthValue();
            case 'd' -> date.getDayOfMonth();
            case 'H' -> seconds / 3600;
            case 'm' -> seconds / 60 % 60;
            case 's' -> seconds % 60;
            default -> fraction(micros, lengths[i]);
          };
      for (int at = starts[i] + lengths[i] - 1; at >= starts[i]; at--) {
        buffer[at] = (byte) ('0' + value % 10);
        value /= 10;
      }
    }
    return true;
  }

  private static int fraction(int micros, int digits) {
    int value = micros;
    for (int i = digits; i < 6; i++) {
      value /= 10;
    }
    return value;
  }

  /** What was written last. */
  String text() {
    return new String(buffer, StandardCharsets.US_ASCII);
  }
}
