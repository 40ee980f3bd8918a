package tidemark.connectors.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.SourceState;

/**
 * The offsets that a micro-batch reads, by partition: from, and the first that it does not read.
 *
 * @param ranges in order of partitions
 */
record Positions(Map<Integer, Span> ranges) {
  private static final Pattern ENTRY = Pattern.compile("\"(\\d+)\":\\[(\\d+),(\\d+)]");

  Positions {
    ranges = new TreeMap<>(ranges);
  }

  /** Offsets {@code [from, to)} of one partition. */
  record Span(long from, long to) {}

  String json() {
    StringBuilder text = new StringBuilder("{");
    ranges.forEach(
        (partition, span) ->
            text.append(text.length() > 1 ? "," : "")
                .append("\"%d\":[%d,%d]".formatted(partition, span.from(), span.to())));
    return text.append('}').toString();
  }

  static Positions parse(String json) {
    Map<Integer, Span> ranges = new TreeMap<>();
    Matcher entry = ENTRY.matcher(json);
    while (entry.find()) {
      ranges.put(
          Integer.parseInt(entry.group(1)),
          new Span(Long.parseLong(entry.group(2)), Long.parseLong(entry.group(3))));
    }
    return new Positions(ranges);
  }

  /** The offset that is read next of a partition, if any of it was planned before. */
  static OptionalLong next(SourceState state, int partition) {
    byte @Nullable [] stored = state.get(key(partition));
    return stored == null
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(new String(stored, StandardCharsets.UTF_8)));
  }

  /** Notes them as read. */
  void store(SourceState state) {
    ranges.forEach(
        (partition, span) ->
            state.put(key(partition), Long.toString(span.to()).getBytes(StandardCharsets.UTF_8)));
  }

  private static byte[] key(int partition) {
    return ("p" + partition).getBytes(StandardCharsets.UTF_8);
  }

  /** The partitions of which these take less than is there. */
  Set<Integer> shortOf(Map<Integer, Span> there) {
    return there.keySet().stream()
        .filter(partition -> ranges.get(partition).to() < there.get(partition).to())
        .collect(Collectors.toUnmodifiableSet());
  }

  long records() {
    return ranges.values().stream().mapToLong(s -> s.to() - s.from()).sum();
  }
}
