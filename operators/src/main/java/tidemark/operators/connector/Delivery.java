package tidemark.operators.connector;

/** How a sink makes one micro-batch take effect once. */
public enum Delivery {
  /** Written aside, published atomically by a manifest. */
  STAGED,
  /** A marker in the same transaction as the data. */
  TRANSACTIONAL,
  /** Each key's row replaces the one before. */
  UPSERT,
  /** Nothing: a repetition shows twice. */
  NONE
}
