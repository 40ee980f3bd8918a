/**
 * Joins of two streams: rows of both are kept until no partner can come, paired by what must be
 * equal, and forgotten as the watermark goes on. Uses batches, expressions and stored rows.
 */
@NullMarked
package tidemark.operators.join;

import org.jspecify.annotations.NullMarked;
