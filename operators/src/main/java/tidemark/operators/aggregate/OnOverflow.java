package tidemark.operators.aggregate;

/** What a sum that leaves its type does. */
enum OnOverflow {
  /** The batch fails with TM610. */
  FAIL,
  /** The result is null, now and for ever. */
  NULL
}
