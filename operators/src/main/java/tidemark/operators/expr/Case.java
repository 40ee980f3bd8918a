package tidemark.operators.expr;

import java.util.List;
import java.util.stream.Collectors;
import tidemark.operators.types.DataType;

/**
 * The result of the first branch whose condition is true. Conditions and results are computed only
 * for rows that reach them.
 */
public record Case(List<Branch> branches, Expression otherwise, DataType type, boolean nullable)
    implements Expression {
  /** A condition and what it gives. */
  public record Branch(Expression when, Expression then) {}

  public Case {
    branches = List.copyOf(branches);
  }

  @Override
  public String canonical() {
    String whens =
        branches.stream()
            .map(b -> " WHEN " + b.when().canonical() + " THEN " + b.then().canonical())
            .collect(Collectors.joining());
    return "CASE" + whens + " ELSE " + otherwise.canonical() + " END";
  }
}
