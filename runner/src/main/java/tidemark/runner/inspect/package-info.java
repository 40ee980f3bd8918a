/**
 * A look into the state of a checkpoint: the rows of any retained batch, decoded with the plan that
 * wrote them, shown, exported, compared and measured. Reads only, and holds a batch of rows at a
 * time.
 */
@NullMarked
package tidemark.runner.inspect;

import org.jspecify.annotations.NullMarked;
