package tidemark.operators.builtin.exec;

import java.util.Map;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.SinkRequest;

/** The environment of a process that is handed a micro-batch. */
final class BatchVariables {
  /** Of all variables that Tidemark itself reads and sets. */
  static final String PREFIX = "TIDEMARK_";

  /** The batch's key: what names it among all batches of all pipelines. */
  static final String KEY = PREFIX + "KEY";

  private final SinkRequest request;
  private final ExecSinkSettings settings;

  BatchVariables(SinkRequest request, ExecSinkSettings settings) {
    this.request = request;
    this.settings = settings;
  }

  /**
   * Makes the environment of this process that of a batch's. Tidemark's own variables, among them
   * the secrets of the pipeline, are not handed on.
   */
  void into(Map<String, String> environment, OperationKey key) {
    environment.keySet().removeIf(name -> name.startsWith(PREFIX));
    environment.putAll(settings.environment());
    environment.put(KEY, key.toString());
    environment.put(PREFIX + "QUERY", key.queryId());
    environment.put(PREFIX + "BATCH", Long.toString(key.batch()));
    environment.put(PREFIX + "SINK", key.sink());
    environment.put(PREFIX + "PIPELINE", request.pipeline());
    environment.put(PREFIX + "MODE", request.mode().word());
    environment.put(PREFIX + "FORMAT", settings.format().word());
  }
}
