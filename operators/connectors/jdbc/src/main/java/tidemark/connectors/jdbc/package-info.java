/**
 * Tables of databases: sources that are read whole or by a growing column, and sinks that keep a
 * marker of the newest batch in the transaction of its rows.
 */
@NullMarked
package tidemark.connectors.jdbc;

import org.jspecify.annotations.NullMarked;
