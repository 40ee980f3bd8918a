/**
 * Hands each micro-batch to a process of its own, on its standard input. Uses bodies and the
 * connector contracts; starts, watches and ends processes.
 */
@NullMarked
package tidemark.operators.builtin.exec;

import org.jspecify.annotations.NullMarked;
