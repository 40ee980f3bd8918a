package tidemark.operators.aggregate;

/** Which end of the order is kept. */
enum Extreme {
  MIN,
  MAX;

  /** Whether a comparison result of a new value with the kept one replaces the kept one. */
  boolean isBetter(int order) {
    return this == MIN ? order < 0 : order > 0;
  }
}
