/** Tries a processor out: rows, watermark and time are given by hand, without a pipeline. */
@NullMarked
package tidemark.operators.processor.harness;

import org.jspecify.annotations.NullMarked;
