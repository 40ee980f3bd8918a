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

  /** Whether there is a value; otherwise the result is null. */
  boolean isDefined(double n) {
    return this == COVAR_POP ? n > 0 : n > 1;
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
