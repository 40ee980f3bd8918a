package tidemark.operators.aggregate;

/** A statistic of one variable, computed from its central moments. */
enum Moment {
  STDDEV_SAMP(2),
  STDDEV_POP(2),
  VAR_SAMP(2),
  VAR_POP(2),
  SKEWNESS(3),
  KURTOSIS(4);

  private final int order;

  Moment(int order) {
    this.order = order;
  }

  /** The highest moment that is needed. */
  int order() {
    return order;
  }

  /** Whether there is a value; otherwise the result is null. */
  boolean isDefined(double n, double m2) {
    return switch (this) {
      case STDDEV_POP, VAR_POP -> n > 0;
      case STDDEV_SAMP, VAR_SAMP -> n > 1;
      case SKEWNESS, KURTOSIS -> n > 0 && m2 != 0;
    };
  }

  /** The value from {@code n, mean, m2, m3, m4} (as far as needed), beginning at {@code at}. */
  double value(double[] slots, int at) {
    double n = slots[at];
    double m2 = slots[at + 2];
    return switch (this) {
      case STDDEV_SAMP -> Math.sqrt(m2 / (n - 1));
      case STDDEV_POP -> Math.sqrt(m2 / n);
      case VAR_SAMP -> m2 / (n - 1);
      case VAR_POP -> m2 / n;
      case SKEWNESS -> Math.sqrt(n) * slots[at + 3] / Math.sqrt(m2 * m2 * m2);
      case KURTOSIS -> n * slots[at + 4] / (m2 * m2) - 3;
    };
  }
}
