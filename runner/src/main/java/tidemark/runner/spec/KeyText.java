package tidemark.runner.spec;

import java.util.Optional;

/**
 * What rows are grouped by.
 *
 * @param name the column's name in the result
 * @param expression what yields it; empty = the input's column of that name
 */
public record KeyText(Placed<String> name, Optional<ExpressionText> expression) {}
