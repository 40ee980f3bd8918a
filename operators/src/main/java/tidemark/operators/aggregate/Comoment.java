package tidemark.operators.aggregate;

/**
 * A statistic of two variables. Those of regressions take the dependent variable first, as Spark
 * does: {@code regr_slope(y, x)}.
 */
enum Comoment {
  COVAR_SAMP(4),
  COVAR_POP(4),
  CORR(6),
  REGR_R2(6),
  REGR_SLOPE(6),
  REGR_INTERCEPT(6),
  REGR_SXX(6),
  REGR_SXY(4),
  REGR_SYY(6);

  private static final int N = 0;
  private static final int MEAN_1 = 1;
  private static final int MEAN_2 = 2;
  private static final int PRODUCT = 3;
  private static final int SQUARE_1 = 4;
  private static final int SQUARE_2 = 5;

  private final int fields;

  Comoment(int fields) {
    this.fields = fields;
  }

  /**
   * How many are needed of: the number of pairs, the means of both variables, the sum of products
   * of deviations, the sums of squares of the deviations of both.
   */
  int fields() {
    return fields;
  }

  /**
   * Whether there is a value; otherwise the result is null. A correlation with a variable that does
   * not vary is null; Spark in ANSI mode fails there with a division by zero.
   */
  boolean isDefined(double[] slots, int at) {
    double n = slots[at + N];
    return switch (this) {
      case COVAR_POP, REGR_SXX, REGR_SXY, REGR_SYY -> n > 0;
      case COVAR_SAMP -> n > 1;
      case CORR -> n > 1 && slots[at + SQUARE_1] * slots[at + SQUARE_2] != 0;
      case REGR_R2, REGR_SLOPE, REGR_INTERCEPT -> n > 1 && slots[at + SQUARE_2] != 0;
    };
  }

  double value(double[] slots, int at) {
    double n = slots[at + N];
    double product = slots[at + PRODUCT];
    return switch (this) {
      case COVAR_SAMP -> product / (n - 1);
      case COVAR_POP -> product / n;
      case CORR -> correlation(slots, at);
      case REGR_R2 -> {
        double r = slots[at + SQUARE_1] == 0 ? 1 : correlation(slots, at);
        yield r * r;
      }
      case REGR_SLOPE -> slope(slots, at);
      case REGR_INTERCEPT -> slots[at + MEAN_1] - slope(slots, at) * slots[at + MEAN_2];
      case REGR_SXX -> slots[at + SQUARE_2];
      case REGR_SXY -> product;
      case REGR_SYY -> slots[at + SQUARE_1];
    };
  }

  private static double correlation(double[] slots, int at) {
    return slots[at + PRODUCT] / Math.sqrt(slots[at + SQUARE_1] * slots[at + SQUARE_2]);
  }

  private static double slope(double[] slots, int at) {
    return slots[at + PRODUCT] / slots[at + SQUARE_2];
  }
}
