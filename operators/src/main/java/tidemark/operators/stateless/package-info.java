/**
 * The running forms of steps without state: each maps a batch to a batch. They know batches and
 * bound expressions, nothing else.
 */
@NullMarked
package tidemark.operators.stateless;

import org.jspecify.annotations.NullMarked;
