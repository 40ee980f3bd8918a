/**
 * What a changed pipeline means for the state that is stored: compares two {@link
 * tidemark.runner.layout.Layout}s by meaning, gives each change a verdict, and says what a run has
 * to do to go on. Pure: it reads no file and no state.
 */
@NullMarked
package tidemark.runner.compat;

import org.jspecify.annotations.NullMarked;
