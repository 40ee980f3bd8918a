/**
 * Where the layout comes from that a pipeline is held against: a checkpoint, or the text of an
 * earlier pipeline file in git. Only reads.
 */
@NullMarked
package tidemark.runner.baseline;

import org.jspecify.annotations.NullMarked;
