/**
 * Spark's typing rules in ANSI mode: which types go together, what they become, how wide decimals
 * get. Depends on the vocabulary of expressions.
 */
@NullMarked
package tidemark.operators.expr.typing;

import org.jspecify.annotations.NullMarked;
