/**
 * Single values: dates, clocks, numbers and their texts as Spark reads and writes them. Depends on
 * diagnostics and types.
 */
@NullMarked
package tidemark.operators.expr.value;

import org.jspecify.annotations.NullMarked;
