/**
 * Writes folders of files: staged aside, committed by one manifest a micro-batch, then visible
 * under their final names. Uses formats and the connector contracts.
 */
@NullMarked
package tidemark.operators.builtin.filesink;

import org.jspecify.annotations.NullMarked;
