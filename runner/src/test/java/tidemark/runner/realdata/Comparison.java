package tidemark.runner.realdata;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Compares a result with an answer: numbers rounded to the answers' six decimals and then within
 * 1e-6 of their size, instants as instants, everything else as it is written. A result may have
 * more columns.
 */
final class Comparison {
  private static final double TOLERANCE = 1e-6;
  private static final int DECIMALS = 6;
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?");
  private static final Pattern INSTANT =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");

  private Comparison() {}

  /** What differs, a line for each row that is missing, too many, or not the same. */
  static List<String> differences(Table expected, Table actual) {
    List<String> found = new ArrayList<>();
    TreeSet<String> keys = new TreeSet<>(expected.rows().keySet());
    keys.addAll(actual.rows().keySet());
    for (String key : keys) {
      Map<String, String> wanted = expected.rows().get(key);
      Map<String, String> got = actual.rows().get(key);
      if (wanted == null) {
        found.add("too many: " + got);
      } else if (got == null) {
        found.add("missing: " + wanted);
      } else if (!isSame(wanted, got)) {
        found.add("expected " + wanted + " but was " + got);
      }
    }
    return found;
  }

  private static boolean isSame(Map<String, String> wanted, Map<String, String> got) {
    return wanted.keySet().stream()
        .allMatch(c -> got.containsKey(c) && isSame(wanted.get(c), got.get(c)));
  }

  private static boolean isSame(String wanted, String got) {
    if (plain(wanted).equals(plain(got))) {
      return true;
    }
    if (!NUMBER.matcher(wanted).matches() || !NUMBER.matcher(got).matches()) {
      return false;
    }
    double a = Double.parseDouble(wanted);
    double b = new BigDecimal(got).setScale(DECIMALS, RoundingMode.HALF_EVEN).doubleValue();
    return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
  }

  /** A value as keys show it: instants in one notation. */
  static String plain(String value) {
    return INSTANT.matcher(value).matches() ? Instant.parse(value).toString() : value;
  }
}
