/** From the plan's nodes to running operators: the only place that knows both. */
@NullMarked
package tidemark.operators.lowering;

import org.jspecify.annotations.NullMarked;
