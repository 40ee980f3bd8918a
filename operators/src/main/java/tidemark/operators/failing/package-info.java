/**
 * What becomes of rows on which an expression of a step fails: they are found by halving the rows
 * until those that fail stand alone. A step that can be run again looks for them only after a
 * failure; one that keeps or asks something, and goes on without failed rows, before each batch.
 */
@NullMarked
package tidemark.operators.failing;

import org.jspecify.annotations.NullMarked;
