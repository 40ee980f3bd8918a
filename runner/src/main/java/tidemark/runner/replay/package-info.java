/**
 * Dead letters that are read again: what a dead-letter sink holds, and the requests that wait in a
 * checkpoint until a micro-batch takes them.
 */
@NullMarked
package tidemark.runner.replay;

import org.jspecify.annotations.NullMarked;
