package tidemark.runner.compile;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tidemark.operators.connector.Options;
import tidemark.runner.meaning.SinkTarget;

/**
 * What the options of sources are for: they name what is read, or say how the run goes about it, or
 * else they may change which rows there are and which values these have. An option that is not
 * listed is of the last kind, so that a change of it is never passed over.
 */
final class SourceOptions {
  /** What is read, and what progress in it is counted by. */
  private static final Set<String> TARGET =
      Set.of(
          "path",
          "topic",
          "topics",
          "format",
          "url",
          "table",
          "query",
          "increasing",
          "catalog",
          "host",
          "port");

  /**
   * How the run gets at the rows, which are the same. What columns {@code metadata} adds is told by
   * the columns, and where a topic's brokers are by no option for good.
   */
  private static final Set<String> RUNNING =
      Set.of(
          "settle",
          "lag",
          "servers",
          "properties",
          "timeout",
          "connect_timeout",
          "downtime",
          "on_lost_records",
          "metadata",
          "user",
          "password",
          "registry_user",
          "registry_password",
          "max_files_per_batch",
          "max_rows_per_batch",
          "max_bytes_per_batch");

  /** Values with which rows are what they are without the option. */
  private static final Map<String, Set<String>> USUAL =
      Map.ofEntries(
          Map.entry("recursive", Set.of("false")),
          Map.entry("header", Set.of("false")),
          Map.entry("delimiter", Set.of(",")),
          Map.entry("quote", Set.of("\"")),
          Map.entry("multiline", Set.of("false")),
          Map.entry("trim_leading", Set.of("false")),
          Map.entry("trim_trailing", Set.of("false")),
          Map.entry("max_record", Set.of("67108864")),
          Map.entry("encoding", Set.of("UTF-8")),
          Map.entry("changed_files", Set.of("report", "fail")),
          Map.entry("zone", Set.of("UTC")),
          Map.entry("isolation", Set.of("read_committed")));

  private SourceOptions() {}

  /** Those that name what is read. */
  static Map<String, String> target(Options options) {
    Map<String, String> target = texts(options);
    target.keySet().retainAll(TARGET);
    return target;
  }

  /** Those that change rows, without those that are as usual. */
  static Map<String, String> reading(Options options) {
    Map<String, String> reading = texts(options);
    reading.keySet().removeAll(TARGET);
    reading.keySet().removeAll(RUNNING);
    reading
        .entrySet()
        .removeIf(o -> USUAL.getOrDefault(o.getKey(), Set.of()).contains(o.getValue()));
    return reading;
  }

  private static Map<String, String> texts(Options options) {
    Map<String, String> texts = new TreeMap<>();
    options
        .values()
        .forEach((name, value) -> texts.put(name, SinkTarget.withoutUserInfo(value.toString())));
    return texts;
  }
}
