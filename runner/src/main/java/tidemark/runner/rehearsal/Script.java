package tidemark.runner.rehearsal;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tidemark.operators.connector.Range;
import tidemark.runner.engine.microbatch.RangeText;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.OffsetEntry;

/**
 * What the micro-batches of an undisturbed run read, so that every other run reads the same,
 * whatever has come to the sources meanwhile.
 *
 * @param ranges by batch and source
 * @param timeMillis the processing time of all of them
 */
public record Script(SortedMap<Long, Map<String, Range>> ranges, long timeMillis) {
  public Script {
    ranges = Collections.unmodifiableSortedMap(new TreeMap<>(ranges));
  }

  /** What the batches from {@code first} on did, as a checkpoint has it. */
  static Script of(Path checkpoint, long first) {
    CheckpointView view = Checkpoint.read(checkpoint);
    SortedMap<Long, Map<String, Range>> ranges = new TreeMap<>();
    long time = 0;
    for (long batch : view.offsets().batches()) {
      if (batch >= first) {
        OffsetEntry entry = view.offsets().read(batch).orElseThrow();
        Map<String, Range> read = new TreeMap<>();
        entry.sources().forEach((id, json) -> read.put(id, RangeText.parse(json)));
        ranges.put(batch, read);
        time = entry.batchTimeMillis();
      }
    }
    return new Script(ranges, time);
  }

  long first() {
    return ranges.firstKey();
  }

  long last() {
    return ranges.lastKey();
  }

  /** What a batch reads of a source, if anything. */
  Optional<Range> range(long batch, String source) {
    return Optional.ofNullable(ranges.getOrDefault(batch, Map.of()).get(source));
  }

  /** The batch that a run on a checkpoint plans next, or goes on with. */
  static long next(Path checkpoint) {
    return Checkpoint.isIn(checkpoint)
        ? Checkpoint.read(checkpoint).commits().latest().map(c -> c.batch() + 1).orElse(0L)
        : 0;
  }
}
