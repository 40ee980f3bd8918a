/**
 * Loops over columns: arithmetic, comparison, logic, casts, and rows for what has no loop of its
 * own. Depends on the vocabulary of expressions and on single values.
 */
@NullMarked
package tidemark.operators.expr.kernel;

import org.jspecify.annotations.NullMarked;
