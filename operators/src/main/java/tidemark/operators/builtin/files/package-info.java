/**
 * What the file source and the file sink share: compressed streams, names that survive any byte,
 * durable writes, why a file operation failed. Uses diagnostics only.
 */
@NullMarked
package tidemark.operators.builtin.files;

import org.jspecify.annotations.NullMarked;
