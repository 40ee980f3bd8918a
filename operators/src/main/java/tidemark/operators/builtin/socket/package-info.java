/**
 * Reads lines from a TCP connection, for trying things out; nothing can be read again. Uses formats
 * and the connector contracts.
 */
@NullMarked
package tidemark.operators.builtin.socket;

import org.jspecify.annotations.NullMarked;
