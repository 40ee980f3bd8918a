/** Reads and writes binary files for tests that otherwise handle lines. */
@NullMarked
package tidemark.runner.binary;

import org.jspecify.annotations.NullMarked;
