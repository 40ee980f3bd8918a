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
  /** The same with other limits. */
  public SourceRequest withLimits(BatchLimits limits) {
    return new SourceRequest(
        id, options, columns, badRecords, badRecordColumn, limits, zone, start);
  }

  /** The same with these columns declared. */
  public SourceRequest withColumns(Schema declared) {
    return new SourceRequest(
        id, options, Optional.of(declared), badRecords, badRecordColumn, limits, zone, start);
  }
}
