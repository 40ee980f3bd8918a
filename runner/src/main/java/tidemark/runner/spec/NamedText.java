package tidemark.runner.spec;

/** A column name and the expression that yields the column. */
public record NamedText(Placed<String> name, ExpressionText expression) {}
