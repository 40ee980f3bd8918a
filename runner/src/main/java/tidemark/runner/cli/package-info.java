/**
 * The {@code tidemark} command: options in, exit code out. The only package that prints to the
 * terminal, reads the environment, or ends the process; what a command does lives in the packages
 * it calls.
 */
@NullMarked
package tidemark.runner.cli;

import org.jspecify.annotations.NullMarked;
