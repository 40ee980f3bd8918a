package tidemark.operators.connector;

/** The idempotence key of one sink's part in one micro-batch. */
public record OperationKey(String queryId, long batch, String sink) {
  @Override
  public String toString() {
    return queryId + ":" + batch + ":" + sink;
  }
}
