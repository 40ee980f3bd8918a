/**
 * What a connector author sees: sources, sinks, their options and small values. Depends on batch,
 * types and diagnostics.
 */
@NullMarked
package tidemark.operators.connector;

import org.jspecify.annotations.NullMarked;
