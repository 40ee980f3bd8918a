/**
 * The rows of a micro-batch as one body of text, kept aside until it is handed over whole: to a
 * server, to a process. Uses formats and the connector contracts.
 */
@NullMarked
package tidemark.operators.builtin.body;

import org.jspecify.annotations.NullMarked;
