/** Rows that come too late for a step: how they are told apart, and where they go. */
@NullMarked
package tidemark.operators.late;

import org.jspecify.annotations.NullMarked;
