package tidemark.operators.expr.function;

import java.util.List;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.kernel.BoundLambda;
import tidemark.operators.expr.kernel.Constant;
import tidemark.operators.types.DataType;

/**
 * A call whose arguments are bound: all that a kernel needs.
 *
 * @param name the function's first name
 * @param arguments those that are values; constants are {@link Constant}
 * @param lambdas those that are functions
 */
public record BoundCall(
    String name,
    List<Evaluator> arguments,
    List<DataType> argumentTypes,
    List<BoundLambda> lambdas,
    DataType type,
    EvaluationContext context) {
  public BoundCall {
    arguments = List.copyOf(arguments);
    argumentTypes = List.copyOf(argumentTypes);
    lambdas = List.copyOf(lambdas);
  }

  /** A call without functions among its arguments. */
  BoundCall(
      String name,
      List<Evaluator> arguments,
      List<DataType> argumentTypes,
      DataType type,
      EvaluationContext context) {
    this(name, arguments, argumentTypes, List.of(), type, context);
  }

  public Evaluator argument(int i) {
    return arguments.get(i);
  }

  public DataType argumentType(int i) {
    return argumentTypes.get(i);
  }

  public BoundLambda lambda(int i) {
    return lambdas.get(i);
  }

  /** True if the argument is the same for all rows and not null. */
  public boolean isConstant(int i) {
    return arguments.get(i) instanceof Constant constant && !constant.isNull();
  }

  /** The argument's constant value; only after {@link #isConstant}. */
  public Constant constant(int i) {
    return (Constant) arguments.get(i);
  }

  /** Makes the evaluator of a call. */
  @FunctionalInterface
  public interface Kernel {
    Evaluator bind(BoundCall call);
  }
}
