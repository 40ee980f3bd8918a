package tidemark.runner.editor;

import tidemark.operators.diagnostics.Span;

/**
 * A piece of text for a place.
 *
 * @param span what is replaced; of length 0 where text is only put in
 */
public record Edit(Span span, String text) {}
