package tidemark.operators.aggregate;

/** A statistic of two variables. */
enum Comoment {
  COVAR_SAMP(4),
  COVAR_POP(4),
  CORR(6);

  private final int fields;

  Comoment(int fields) {
    this.fields = fields;
  }

  /** How many of {@code n, x_mean, y_mean, c, x_m2, y_m2} are needed. */
  int fields() {
    return fields;
  }

  /**
   * Whether there is a value; otherwise the result is null. A correlation with a variable that does
   * not vary is null; Spark in ANSI mode fails there with a division by zero.
   */
  boolean isDefined(double[] slots, int at) {
    double n = slots[at];
    return switch (this) {
      case COVAR_POP -> n > 0;
      case COVAR_SAMP -> n > 1;
      case CORR -> n > 1 && slots[at + 4] * slots[at + 5] != 0;
    };
  }

  double value(double[] slots, int at) {
    double n = slots[at];
    double c = slots[at + 3];
    return switch (this) {
      case COVAR_SAMP -> c / (n - 1);
      case COVAR_POP -> c / n;
      case CORR -> c / Math.sqrt(slots[at + 4] * slots[at + 5]);
    };
  }
}
