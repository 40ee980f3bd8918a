package tidemark.operators.connector;

import java.time.ZoneId;
import tidemark.operators.types.Schema;

/**
 * A sink as the pipeline declares it.
 *
 * @param pipeline the pipeline's name, for the owner's mark
 * @param queryId the checkpoint's identity, for the owner's mark
 * @param schema the columns it is given
 */
public record SinkRequest(
    String id,
    Options options,
    Schema schema,
    OutputMode mode,
    String pipeline,
    String queryId,
    ZoneId zone) {
  /** The same with other options. */
  public SinkRequest with(Options other) {
    return new SinkRequest(id, other, schema, mode, pipeline, queryId, zone);
  }
}
