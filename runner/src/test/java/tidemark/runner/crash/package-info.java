/**
 * Pipelines that die: at every boundary of a micro-batch inside this process, and at any moment as
 * a process that is killed. However often that happens, the results are those of a run that was
 * left alone, row for row.
 */
@NullMarked
package tidemark.runner.crash;

import org.jspecify.annotations.NullMarked;
