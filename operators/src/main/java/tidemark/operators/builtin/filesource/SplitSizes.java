package tidemark.operators.builtin.filesource;

/**
 * How large the pieces of a file are.
 *
 * @param least bytes of a split below which cutting does not pay
 * @param most bytes of a split above which a file is always cut
 * @param chunk bytes that are read and decoded at a time
 */
record SplitSizes(long least, long most, int chunk) {
  /** A few splits a thread, read in chunks that stay in the processor's cache. */
  static final SplitSizes USUAL = new SplitSizes(4L << 20, 32L << 20, 1 << 20);

  private static final int SPLITS_A_THREAD = 4;

  /** The size of the splits of a range. */
  long splitSize(long rangeBytes, int parallelism) {
    long even = rangeBytes / ((long) Math.max(1, parallelism) * SPLITS_A_THREAD);
    return Math.max(1, Math.max(least, Math.min(most, even)));
  }
}
