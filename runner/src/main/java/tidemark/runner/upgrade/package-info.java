/**
 * What an upgrade will do to a checkpoint, before it does it: the stores it touches with their
 * sizes, and a rehearsal on a fork of the checkpoint with the sinks replaced by files.
 */
@NullMarked
package tidemark.runner.upgrade;

import org.jspecify.annotations.NullMarked;
