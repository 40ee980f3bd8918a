/**
 * What a run is: its definition, options, triggers, boundaries, and what it tells its observer. How
 * micro-batches are run is in {@code microbatch}.
 */
@NullMarked
package tidemark.runner.engine;

import org.jspecify.annotations.NullMarked;
