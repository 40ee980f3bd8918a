/**
 * Makes rows out of the clock, for trying things out; a range gives the same rows at any time. Uses
 * the connector contracts and columns.
 */
@NullMarked
package tidemark.operators.builtin.rate;

import org.jspecify.annotations.NullMarked;
