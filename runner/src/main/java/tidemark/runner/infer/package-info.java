/** Columns and types that fit a sample of data, and a first pipeline with its tests over it. */
@NullMarked
package tidemark.runner.infer;

import org.jspecify.annotations.NullMarked;
