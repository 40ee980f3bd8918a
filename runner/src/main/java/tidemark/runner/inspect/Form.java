package tidemark.runner.inspect;

/** How much is made of stored values. */
public enum Form {
  /** What they stand for: the answer of an aggregate. */
  READABLE,
  /** The values themselves, typed and named. */
  RAW
}
