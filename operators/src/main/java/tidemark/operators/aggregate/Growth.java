package tidemark.operators.aggregate;

/** How arrays that hold one entry a group grow. */
final class Growth {
  private static final int SMALLEST = 16;

  private Growth() {}

  /** The new length of an array that must hold {@code needed} entries and holds {@code held}. */
  static int length(int held, int needed) {
    return Math.max(SMALLEST, Math.max(needed, held + (held >> 1)));
  }
}
