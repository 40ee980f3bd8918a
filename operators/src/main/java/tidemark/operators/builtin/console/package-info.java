/**
 * Prints rows as aligned tables, for trying things out. Uses the connector contracts, columns and
 * types.
 */
@NullMarked
package tidemark.operators.builtin.console;

import org.jspecify.annotations.NullMarked;
