/**
 * The native engine: plans micro-batches, runs them on worker threads, and commits each once. The
 * only package of this module with threads.
 */
@NullMarked
package tidemark.runner.engine.microbatch;

import org.jspecify.annotations.NullMarked;
