/**
 * Reads folders of files: listing, the files already read as keyed state, ranges that can be
 * replayed, splits at record boundaries. Uses formats and the connector contracts.
 */
@NullMarked
package tidemark.operators.builtin.filesource;

import org.jspecify.annotations.NullMarked;
