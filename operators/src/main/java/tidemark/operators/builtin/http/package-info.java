/**
 * Hands each micro-batch to a server in one request, with a key by which the server can tell a
 * repetition. Uses the JDK's HTTP client, bodies and the connector contracts.
 */
@NullMarked
package tidemark.operators.builtin.http;

import org.jspecify.annotations.NullMarked;
