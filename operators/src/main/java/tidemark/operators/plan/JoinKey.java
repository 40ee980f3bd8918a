package tidemark.operators.plan;

import tidemark.operators.expr.Expression;

/**
 * Two values of one type that must be equal for two rows to be partners.
 *
 * @param left over the left side's columns
 * @param right over the right side's columns
 * @param nullsMatch whether null is equal to null ({@code <=>}); otherwise it equals nothing
 */
public record JoinKey(Expression left, Expression right, boolean nullsMatch) {
  /** The value of one side. */
  public Expression of(Side side) {
    return side == Side.LEFT ? left : right;
  }
}
