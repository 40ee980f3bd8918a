package tidemark.operators.connector;

/** How a sink makes one micro-batch take effect once. */
public enum Delivery {
  /** Written aside, published atomically by a manifest. */
  STAGED,
  /** A marker in the same transaction as the data. */
  TRANSACTIONAL,
  /** Each key's row replaces the one before. */
  UPSERT,
  /**
   * Sent in the commit and not before, and never a second time on a guess: the checkpoint records
   * that it is being sent; where the answer is lost and {@link Sink#outcome} cannot tell, a person
   * decides.
   */
  SENT_ONCE,
  /**
   * Sent in the commit and not before, with the operation's key; the receiver does nothing with a
   * key that it knows. So the same rows may be sent again, and other rows never under the same key.
   */
  KEYED,
  /** Nothing: a repetition shows twice. */
  NONE;

  /** Whether the target keeps a mark of each micro-batch, so that the sink can always tell. */
  public boolean isMarked() {
    return this == STAGED || this == TRANSACTIONAL;
  }

  /** Whether the target does not know by itself what it was sent, so that the checkpoint must. */
  public boolean isSent() {
    return this == SENT_ONCE || this == KEYED;
  }
}
