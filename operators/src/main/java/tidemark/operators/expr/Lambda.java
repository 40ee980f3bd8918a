package tidemark.operators.expr;

import java.util.List;
import java.util.stream.Collectors;
import tidemark.operators.types.DataType;

/**
 * A function written in place, {@code (x, y) -> body}: an argument of a higher-order function. Its
 * type is that of its body, which may also read columns and the parameters of functions around it.
 */
public record Lambda(List<Variable> parameters, Expression body) implements Expression {
  /**
   * A parameter inside a body.
   *
   * @param name unlike that of every column and of every other parameter that the body can see
   */
  public record Variable(String name, DataType type, boolean nullable) implements Expression {
    @Override
    public String canonical() {
      return name;
    }
  }

  public Lambda {
    parameters = List.copyOf(parameters);
  }

  @Override
  public DataType type() {
    return body.type();
  }

  @Override
  public boolean nullable() {
    return body.nullable();
  }

  @Override
  public String canonical() {
    String names =
        parameters.stream().map(Variable::name).collect(Collectors.joining(", ", "(", ")"));
    return names + " -> " + body.canonical();
  }
}
