package tidemark.connectors.jdbc;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Values of a column that increases, {@code (after, upTo]}, that a micro-batch reads.
 *
 * @param after empty for all from the least on
 * @param settled with an overlap: rows up to this value are there for good, those beyond it may
 *     still get company
 * @param take with an overlap: the rows beyond what is settled, and those that came late behind
 *     {@code after}, by identity, with their values
 */
record IncreasingRange(
    Optional<Long> after, long upTo, Optional<Long> settled, Map<String, Long> take) {
  private static final Pattern FORM =
      Pattern.compile(
          "\\{\"after\":(null|-?\\d+),\"upTo\":(-?\\d+)"
              + "(?:,\"settled\":(-?\\d+),\"take\":\\{(.*)})?}");
  private static final Pattern ENTRY = Pattern.compile("\"([^\"]+)\":(-?\\d+)");

  IncreasingRange {
    take = new TreeMap<>(take);
  }

  static IncreasingRange of(Optional<Long> after, long upTo) {
    return new IncreasingRange(after, upTo, Optional.empty(), Map.of());
  }

  String json() {
    String values = "{\"after\":%s,\"upTo\":%d".formatted(after.orElse(null), upTo);
    if (settled.isEmpty()) {
      return values + "}";
    }
    return values
        + take.entrySet().stream()
            .map(e -> "\"" + e.getKey() + "\":" + e.getValue())
            .collect(
                Collectors.joining(",", ",\"settled\":" + settled.get() + ",\"take\":{", "}}"));
  }

  /** What the text says; empty if it is of a table that is read whole. */
  static Optional<IncreasingRange> parse(String json) {
    Matcher form = FORM.matcher(json);
    if (!form.matches()) {
      return Optional.empty();
    }
    Map<String, Long> take = new TreeMap<>();
    if (form.group(4) != null) {
      Matcher entry = ENTRY.matcher(form.group(4));
      while (entry.find()) {
        take.put(entry.group(1), Long.parseLong(entry.group(2)));
      }
    }
    return Optional.of(
        new IncreasingRange(
            number(form.group(1)), Long.parseLong(form.group(2)), number(form.group(3)), take));
  }

  private static Optional<Long> number(String text) {
    return text == null || text.equals("null")
        ? Optional.empty()
        : Optional.of(Long.parseLong(text));
  }

  /** Below which no row is read: the first that came late counts. */
  Optional<Long> lowest() {
    return after.map(
        a -> take.values().stream().mapToLong(v -> v - 1).filter(v -> v < a).min().orElse(a));
  }

  /** Whether a row between {@link #lowest} and {@link #upTo} is read. */
  boolean takes(long value, String identity) {
    boolean isLate = after.isPresent() && value <= after.get();
    boolean isSettled = settled.isEmpty() || value <= settled.get();
    return !isLate && isSettled || Objects.equals(take.get(identity), value);
  }
}
