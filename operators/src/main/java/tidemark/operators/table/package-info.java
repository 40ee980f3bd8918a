/**
 * Tables that are held in memory whole: their rows as columns, built by several threads, and
 * indexes that find rows by key. Knows batches, keys and bound expressions, nothing of where rows
 * come from.
 */
@NullMarked
package tidemark.operators.table;

import org.jspecify.annotations.NullMarked;
