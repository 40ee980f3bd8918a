/**
 * Custom keyed state in Java: what the author of a {@link
 * tidemark.operators.processor.KeyedProcessor} implements and sees. Nothing here runs by itself; a
 * processor is tried out with the harness beside this package.
 */
@NullMarked
package tidemark.operators.processor;

import org.jspecify.annotations.NullMarked;
