package tidemark.operators.expr.kernel;

/** The six comparisons. */
public enum Comparison {
  EQUAL("="),
  NOT_EQUAL("<>"),
  LESS("<"),
  AT_MOST("<="),
  GREATER(">"),
  AT_LEAST(">=");

  private final String sign;

  Comparison(String sign) {
    this.sign = sign;
  }

  public String sign() {
    return sign;
  }

  /** The comparison that holds with the operands swapped. */
  public Comparison swapped() {
    return switch (this) {
      case EQUAL, NOT_EQUAL -> this;
      case LESS -> GREATER;
      case AT_MOST -> AT_LEAST;
      case GREATER -> LESS;
      case AT_LEAST -> AT_MOST;
    };
  }

  /** True for the ones that are the opposite of another one: {@code <>}, {@code <=}, {@code >=}. */
  boolean negated() {
    return this == NOT_EQUAL || this == AT_MOST || this == AT_LEAST;
  }

  /** The one of {@code =}, {@code <}, {@code >} that this is, or is the opposite of. */
  Comparison positive() {
    return switch (this) {
      case EQUAL, NOT_EQUAL -> EQUAL;
      case LESS, AT_LEAST -> LESS;
      case GREATER, AT_MOST -> GREATER;
    };
  }

  /** Whether the outcome of a three-way comparison satisfies this. */
  public boolean holds(int order) {
    return switch (this) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case AT_MOST -> order <= 0;
      case GREATER -> order > 0;
      case AT_LEAST -> order >= 0;
    };
  }
}
