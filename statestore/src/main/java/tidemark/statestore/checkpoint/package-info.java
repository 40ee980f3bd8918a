/**
 * The directory that lets a pipeline continue: identity, lease, plans, the offset log, the commit
 * log, outcomes, and what to do on the next start. Every rule of the directory is in {@code
 * FORMAT.md}.
 */
@org.jspecify.annotations.NullMarked
package tidemark.statestore.checkpoint;
