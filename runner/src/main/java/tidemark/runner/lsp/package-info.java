/**
 * The Language Server Protocol over what an editor asks. The only package that uses LSP4J, and
 * loaded only when {@code tidemark lsp} runs.
 */
@NullMarked
package tidemark.runner.lsp;

import org.jspecify.annotations.NullMarked;
