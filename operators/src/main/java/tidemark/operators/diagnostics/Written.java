package tidemark.operators.diagnostics;

/**
 * Where a part of a pipeline is written.
 *
 * @param path the keys that lead to it, as {@code steps.ratio.with.r}
 * @param span the place in the file
 */
public record Written(String path, Span span) {}
