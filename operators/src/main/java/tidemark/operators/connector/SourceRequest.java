package tidemark.operators.connector;

import java.time.ZoneId;
import java.util.Optional;
import tidemark.operators.types.Schema;

/**
 * A source as the pipeline declares it.
 *
 * @param columns the declared columns, if any
 * @param badRecordColumn where the raw record goes under {@link BadRecordPolicy#KEEP}
 * @param limits how much one micro-batch may take
 * @param zone the zone of texts without offset
 * @param start where it begins if nothing of it was read yet
 */
public record SourceRequest(
    String id,
    Options options,
    Optional<Schema> columns,
    BadRecordPolicy badRecords,
    Optional<String> badRecordColumn,
    BatchLimits limits,
    ZoneId zone,
    Start start) {
  /** A source that begins at the earliest. */
  public SourceRequest(
      String id,
      Options options,
      Optional<Schema> columns,
      BadRecordPolicy badRecords,
      Optional<String> badRecordColumn,
      BatchLimits limits,
      ZoneId zone) {
    this(id, options, columns, badRecords, badRecordColumn, limits, zone, new Start.Earliest());
  }

  /** The same with other limits. */
  public SourceRequest withLimits(BatchLimits limits) {
    return new SourceRequest(
        id, options, columns, badRecords, badRecordColumn, limits, zone, start);
  }
}
