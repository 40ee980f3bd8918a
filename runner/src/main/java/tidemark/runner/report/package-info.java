/**
 * What people and programs read: findings with their code frames, the progress of a run. Texts in,
 * texts out; printing is the command line's.
 */
@NullMarked
package tidemark.runner.report;

import org.jspecify.annotations.NullMarked;
