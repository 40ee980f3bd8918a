package tidemark.operators.expr.function;

import java.util.List;
import java.util.Optional;
import tidemark.operators.expr.Expression;
import tidemark.operators.types.DataType;

/**
 * A function of the catalogue.
 *
 * @param names the first is the one that canonical texts use, the others are aliases; lower case
 * @param signature how it is called, as a user would write it: {@code round(number [, digits])}
 * @param meaning one line
 * @param example a call, {@code ->} and its result; empty for operators
 * @param lambdas for a higher-order function, what the functions among its arguments are given
 */
public record FunctionDefinition(
    List<String> names,
    String signature,
    String meaning,
    String example,
    Typing.Rule rule,
    Optional<LambdaRule> lambdas,
    BoundCall.Kernel kernel) {
  private static final String ARROW = " -> ";

  public FunctionDefinition {
    names = List.copyOf(names);
  }

  /** A function of values only. */
  FunctionDefinition(
      List<String> names,
      String signature,
      String meaning,
      String example,
      Typing.Rule rule,
      BoundCall.Kernel kernel) {
    this(names, signature, meaning, example, rule, Optional.empty(), kernel);
  }

  /** What the functions among a call's arguments are given. */
  @FunctionalInterface
  public interface LambdaRule {
    /**
     * The types of a function's parameters.
     *
     * @param before the typed arguments before it
     * @param count how many parameters it was written with
     * @return as many types; empty if no such function may stand there
     */
    Optional<List<DataType>> parameters(List<Expression> before, int count);
  }

  public String name() {
    return names.get(0);
  }

  /** The call of the example. */
  public String exampleCall() {
    return example.substring(0, arrow());
  }

  /** What the example's call gives, as text. */
  public String exampleResult() {
    return example.substring(arrow() + ARROW.length());
  }

  /** The first arrow that stands in no parentheses. */
  private int arrow() {
    int depth = 0;
    for (int i = 0; i < example.length(); i++) {
      char c = example.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth == 0 && example.startsWith(ARROW, i)) {
        return i;
      }
    }
    throw new IllegalStateException("no result in the example of " + name());
  }
}
