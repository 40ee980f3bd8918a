package tidemark.operators.expr;

import tidemark.operators.types.DataType;

/**
 * A typed expression. Immutable; two expressions of equal canonical text over equal column types
 * mean the same. Constants are not folded in the tree, so the canonical text never depends on how
 * clever the folding is.
 */
public sealed interface Expression
    permits ColumnReference, Literal, Call, Cast, Case, FieldAccess, Lambda, Lambda.Variable {
  DataType type();

  /** False only if the value can never be null. */
  boolean nullable();

  /**
   * The Spark SQL text that means this expression, independent of how it was spelled: used as
   * identity of state. Casts that the types imply are left out.
   */
  String canonical();
}
