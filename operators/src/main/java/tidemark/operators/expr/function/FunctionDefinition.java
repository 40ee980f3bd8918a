package tidemark.operators.expr.function;

import java.util.List;

/**
 * A function of the catalogue.
 *
 * @param names the first is the one that canonical texts use, the others are aliases; lower case
 * @param signature how it is called, as a user would write it: {@code round(number [, digits])}
 * @param meaning one line
 * @param example a call, {@code ->} and its result; empty for operators
 */
public record FunctionDefinition(
    List<String> names,
    String signature,
    String meaning,
    String example,
    Typing.Rule rule,
    BoundCall.Kernel kernel) {
  public FunctionDefinition {
    names = List.copyOf(names);
  }

  public String name() {
    return names.get(0);
  }
}
