package tidemark.runner.engine.microbatch;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.connector.Notice;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.format.EpochUnit;

/** The event times of a micro-batch that lie too far in the future, by source. */
final class TooFarAhead {
  /**
   * Those of one source.
   *
   * @param rows how many
   * @param latestMicros the latest of them
   * @param location the first place by name that has some, a file or partition
   */
  private record Found(long rows, long latestMicros, String location) {
    Found and(Found other) {
      return new Found(
          rows + other.rows,
          Math.max(latestMicros, other.latestMicros),
          location.compareTo(other.location) <= 0 ? location : other.location);
    }
  }

  private final Map<String, Found> bySource = new TreeMap<>();

  /** Adds rows of one split; called by all workers. */
  synchronized void add(String source, String location, long rows, long latestMicros) {
    bySource.merge(source, new Found(rows, latestMicros, location), Found::and);
  }

  /** What to tell, by source. */
  synchronized Map<String, Notice> notices(long batch) {
    Map<String, Notice> notices = new TreeMap<>();
    bySource.forEach(
        (source, found) ->
            notices.put(
                source,
                new Notice(
                    Code.TM612,
                    ("batch %d has %d event time%s too far in the future, up to %s; they do not"
                            + " move the watermark; look into `%s`%s")
                        .formatted(
                            batch,
                            found.rows(),
                            found.rows() == 1 ? "" : "s",
                            Instant.EPOCH.plus(found.latestMicros(), ChronoUnit.MICROS),
                            found.location(),
                            unit(found.latestMicros())),
                    found.rows())));
    return notices;
  }

  /** A number without a declared unit counts seconds: one of a smaller unit looks like this. */
  private static String unit(long latestMicros) {
    return EpochUnit.meant(latestMicros / 1_000_000)
        .filter(unit -> unit != EpochUnit.EPOCH_SECONDS)
        .map(unit -> ", or declare " + unit.declaration() + " if its numbers are in that unit")
        .orElse("");
  }
}
