/** Servers that whole runs are measured against, started as the tests start them. */
@NullMarked
package tidemark.benchmarks;

import org.jspecify.annotations.NullMarked;
