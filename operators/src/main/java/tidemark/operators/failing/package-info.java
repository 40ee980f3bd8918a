/**
 * What becomes of rows on which an expression of a step fails: they are found only after the
 * failure, by halving the rows until those that fail stand alone.
 */
@NullMarked
package tidemark.operators.failing;

import org.jspecify.annotations.NullMarked;
