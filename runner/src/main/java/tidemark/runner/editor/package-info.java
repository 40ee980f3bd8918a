/**
 * What an editor asks about a file that is being typed: findings, what can stand at a place, what a
 * word means, where it is defined, and what a rename changes. Knows no protocol.
 */
@NullMarked
package tidemark.runner.editor;

import org.jspecify.annotations.NullMarked;
