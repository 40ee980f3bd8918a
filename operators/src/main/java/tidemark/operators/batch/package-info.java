/**
 * Rows as columns: typed vectors with nulls, selections, batches and their builders. Depends on
 * types.
 */
@NullMarked
package tidemark.operators.batch;

import org.jspecify.annotations.NullMarked;
