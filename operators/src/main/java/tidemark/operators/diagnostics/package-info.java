/**
 * Findings and failures: where in a file, which code, what is wrong, the way out. Depends on
 * nothing.
 */
@NullMarked
package tidemark.operators.diagnostics;

import org.jspecify.annotations.NullMarked;
