package tidemark.runner.spec;

import tidemark.operators.diagnostics.Span;

/** A value and where it stands; a default stands where the mapping stands that lacks it. */
public record Placed<T>(T value, Span span) {}
