/**
 * The running forms of stateful steps: aggregation by windows and keys, sessions, limits, and
 * sorting of whole results. Each lives for one micro-batch; what must survive is in the state
 * store.
 */
@NullMarked
package tidemark.operators.stateful;

import org.jspecify.annotations.NullMarked;
