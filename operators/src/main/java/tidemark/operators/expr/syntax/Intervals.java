package tidemark.operators.expr.syntax;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The amounts of interval literals. */
public final class Intervals {
  private static final Map<String, Long> MICROS =
      Map.of(
          "microsecond", 1L,
          "millisecond", 1_000L,
          "second", 1_000_000L,
          "minute", 60_000_000L,
          "hour", 3_600_000_000L,
          "day", 86_400_000_000L,
          "week", 7 * 86_400_000_000L);
  private static final Map<String, Long> MONTHS = Map.of("month", 1L, "year", 12L);
  private static final Pattern YEAR_MONTH = Pattern.compile("([+-])?(\\d+)-(\\d+)");
  private static final Pattern DAY_TIME =
      Pattern.compile("([+-])?(?:(\\d+)[ ](?=\\d))?(?:(\\d+):)?(?:(\\d+):)?(\\d+)(\\.\\d{1,9})?");

  private Intervals() {}

  /** The unit in singular and lower case. */
  static String unit(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower;
  }

  static boolean isUnit(String word) {
    return MICROS.containsKey(unit(word)) || isYearMonth(word);
  }

  static boolean isYearMonth(String word) {
    return MONTHS.containsKey(unit(word));
  }

  static boolean isDayOrLonger(String word) {
    return isYearMonth(word) || unit(word).equals("day") || unit(word).equals("week");
  }

  /** The amount in months or in microseconds; empty if it is not whole, or too large. */
  static Optional<Long> amount(String value, String unit) {
    try {
      BigDecimal number = new BigDecimal(value.strip());
      Long months = MONTHS.get(unit(unit));
      if (months != null) {
        long total = number.multiply(BigDecimal.valueOf(months)).longValueExact();
        return number.stripTrailingZeros().scale() > 0 || (int) total != total
            ? Optional.empty()
            : Optional.of(total);
      }
      boolean seconds = unit(unit).equals("second");
      if (!seconds && number.stripTrailingZeros().scale() > 0) {
        return Optional.empty();
      }
      BigDecimal micros = number.multiply(BigDecimal.valueOf(MICROS.get(unit(unit))));
      return Optional.of(micros.setScale(0, java.math.RoundingMode.DOWN).longValueExact());
    } catch (ArithmeticException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** {@code '1-2'} in months. */
  public static Optional<Long> yearMonth(String text) {
    Matcher m = YEAR_MONTH.matcher(text.strip());
    if (!m.matches() || m.group(2).length() > 9 || Integer.parseInt(m.group(3)) > 11) {
      return Optional.empty();
    }
    long months = Long.parseLong(m.group(2)) * 12 + Long.parseLong(m.group(3));
    return Optional.of("-".equals(m.group(1)) ? -months : months);
  }

  /** {@code '1 02:03:04.5'}, from one unit to a shorter one, in microseconds. */
  public static Optional<Long> dayTime(String text, String from, String to) {
    Matcher m = DAY_TIME.matcher(text.strip());
    java.util.List<String> units = java.util.List.of("day", "hour", "minute", "second");
    int first = units.indexOf(unit(from));
    int last = units.indexOf(unit(to));
    if (!m.matches() || first < 0 || last <= first) {
      return Optional.empty();
    }
    String[] parts = text.strip().replaceFirst("^[+-]", "").split("[ :]");
    if (parts.length != last - first + 1) {
      return Optional.empty();
    }
    long total = 0;
    for (int i = 0; i < parts.length; i++) {
      Optional<Long> amount = amount(parts[i], units.get(first + i));
      if (amount.isEmpty()) {
        return Optional.empty();
      }
      total = Math.addExact(total, amount.get());
    }
    return Optional.of("-".equals(m.group(1)) ? -total : total);
  }
}
