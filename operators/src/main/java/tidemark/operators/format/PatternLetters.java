package tidemark.operators.format;

import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;

/**
 * The letters of date and time patterns as Spark has them: Java's without those that Spark refuses,
 * and with {@code y}, unless the pattern has an era, for the year of the calendar, which counts on
 * below 1.
 */
public final class PatternLetters {
  private static final String FORBIDDEN = "YWwucABNnIe";
  private static final String NOT_READ = "EFqQ";
  private static final int LONGEST_WORD = 4;
  private static final int LONGEST_YEAR = 6;

  private PatternLetters() {}

  /**
   * A builder that has all of the pattern, case ignored.
   *
   * @param reading whether texts are read by it: then some letters more are refused, and fractions
   *     have any number of digits up to those given
   * @throws IllegalArgumentException if the pattern is none; the message says why
   */
  public static DateTimeFormatterBuilder builder(String pattern, boolean reading) {
    DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
    boolean era = pattern.indexOf('G') >= 0;
    int i = 0;
    while (i < pattern.length()) {
      char c = pattern.charAt(i);
      int end = c == '\'' ? quoted(pattern, i) : run(pattern, i);
      String part = pattern.substring(i, end);
      boolean narrow = "GMLEQqa".indexOf(c) >= 0 && end - i > LONGEST_WORD;
      boolean wide = c == 'y' && end - i > LONGEST_YEAR;
      if (FORBIDDEN.indexOf(c) >= 0 || narrow || wide || (reading && NOT_READ.indexOf(c) >= 0)) {
        throw new IllegalArgumentException("`" + part + "` is not supported in patterns");
      }
      if (c == 'S') {
        builder.appendFraction(ChronoField.NANO_OF_SECOND, reading ? 1 : end - i, end - i, false);
      } else if (c == 'y' && !era) {
        builder.appendPattern("u".repeat(end - i));
      } else {
        builder.appendPattern(part);
      }
      i = end;
    }
    return builder;
  }

  private static int run(String pattern, int from) {
    char c = pattern.charAt(from);
    int end = from + 1;
    while (Character.isLetter(c) && end < pattern.length() && pattern.charAt(end) == c) {
      end++;
    }
    return end;
  }

  private static int quoted(String pattern, int from) {
    int end = pattern.indexOf('\'', from + 1);
    while (end >= 0 && pattern.startsWith("''", end)) {
      end = pattern.indexOf('\'', end + 2); // two quotes stand for one
    }
    if (end < 0) {
      throw new IllegalArgumentException("a quote is not closed");
    }
    return end + 1;
  }
}
