package tidemark.operators.aggregate;

/** What is kept of the values of one group, in memory that grows with them. */
interface Sketch {
  /** Approximate bytes. */
  long memory();
}
