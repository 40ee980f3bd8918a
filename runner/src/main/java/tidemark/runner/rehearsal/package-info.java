/**
 * Rehearses a pipeline against crashes: runs its next micro-batches over the same input again and
 * again, on forks of the checkpoint and with scratch targets in the place of the sinks, kills each
 * run somewhere else, lets it recover, and counts the rows that are lost and doubled. Uses the
 * engine, the connectors and forks of checkpoints; starts no process and prints nothing itself.
 */
@NullMarked
package tidemark.runner.rehearsal;

import org.jspecify.annotations.NullMarked;
