/**
 * The language as data: typed nodes of a pipeline, engine-neutral, in topological order. Does no
 * I/O and refers to nothing that runs.
 */
@NullMarked
package tidemark.operators.plan;

import org.jspecify.annotations.NullMarked;
