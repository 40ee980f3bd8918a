/**
 * Test suites: a pipeline, the input it is given step by step, crashes and restarts, and what must
 * come out. Runs the real engine on a checkpoint of its own in a temporary folder; only where rows
 * come from and go to is replaced.
 */
@NullMarked
package tidemark.runner.scenario;

import org.jspecify.annotations.NullMarked;
