package tidemark.runner.engine.microbatch;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tidemark.statestore.checkpoint.OffsetEntry;

/**
 * A static source as a committed micro-batch saw it.
 *
 * @param rows in memory, after conditions that leave rows out
 * @param lookedMillis when the source was looked at
 */
public record CommittedTable(long rows, long lookedMillis) {
  /** The static sources of a micro-batch, by id. */
  public static SortedMap<String, CommittedTable> of(OffsetEntry entry, Map<String, Long> counts) {
    SortedMap<String, CommittedTable> tables = new TreeMap<>();
    entry
        .extra()
        .forEach(
            (name, text) -> {
              if (name.startsWith(TableVersion.name(""))) {
                String id = name.substring(TableVersion.name("").length());
                long rows = counts.getOrDefault(counter(id), 0L);
                tables.put(id, new CommittedTable(rows, TableVersion.parse(text).lookedMillis()));
              }
            });
    return tables;
  }

  /** The counter of a source's rows in a commit. */
  static String counter(String source) {
    return TableVersion.name(source) + ".rows";
  }
}
