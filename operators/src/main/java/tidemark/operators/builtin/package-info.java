/**
 * The light connectors: file, rate, socket and console. They use the connector contracts, formats,
 * columns and types, and are found by ServiceLoader.
 */
@NullMarked
package tidemark.operators.builtin;

import org.jspecify.annotations.NullMarked;
