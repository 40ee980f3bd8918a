package tidemark.operators.expr.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.function.ColumnFunction;
import tidemark.operators.function.FunctionShape;
import tidemark.operators.types.DataType;

/** Users' functions as definitions like the others. */
final class InstalledFunctions {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

  private InstalledFunctions() {}

  /**
   * All that are on the class path.
   *
   * @throws Failure TM625 if one cannot be loaded or has no proper name
   */
  static List<FunctionDefinition> load() {
    List<FunctionDefinition> all = new ArrayList<>();
    try {
      for (ColumnFunction function :
          ServiceLoader.load(ColumnFunction.class, ColumnFunction.class.getClassLoader())) {
        all.add(definition(function));
      }
    } catch (ServiceConfigurationError e) {
      throw new Failure(
          Code.TM625,
          "a function cannot be loaded: " + e.getMessage(),
          "correct the file META-INF/services/" + ColumnFunction.class.getName());
    }
    return all;
  }

  static FunctionDefinition definition(ColumnFunction function) {
    if (!NAME.matcher(function.name()).matches()) {
      throw new Failure(
          Code.TM625,
          "the function of %s is called '%s'"
              .formatted(function.getClass().getName(), function.name()),
          "name it with lower case letters, digits and _");
    }
    if (!function.example().contains(" -> ")) {
      throw new Failure(
          Code.TM625,
          "the example of the function `%s` has no result".formatted(function.name()),
          "write it as: call -> result");
    }
    return new FunctionDefinition(
        List.of(function.name()),
        function.signature(),
        function.meaning(),
        function.example(),
        arguments -> typed(function, arguments),
        call -> bound(function, call));
  }

  private static Typing typed(ColumnFunction function, List<Expression> arguments) {
    List<DataType> given = arguments.stream().map(Expression::type).toList();
    Optional<FunctionShape> shape = function.shape(given);
    if (shape.isEmpty() || shape.get().arguments().size() != given.size()) {
      return Typing.unfit();
    }
    List<DataType> wanted = shape.get().arguments();
    boolean fit =
        IntStream.range(0, given.size())
            .allMatch(
                i ->
                    Coercion.same(given.get(i), wanted.get(i))
                        || Coercion.assignable(given.get(i), wanted.get(i)));
    return fit ? new Typing.Fits(wanted, shape.get().type(), true) : Typing.unfit();
  }

  private static Evaluator bound(ColumnFunction function, BoundCall call) {
    return (batch, rows) -> {
      List<Column> arguments = new ArrayList<>();
      for (Evaluator argument : call.arguments()) {
        arguments.add(argument.evaluate(batch, rows));
      }
      return evaluated(function, arguments, batch, rows);
    };
  }

  private static Column evaluated(
      ColumnFunction function, List<Column> arguments, Batch batch, Selection rows) {
    Column result;
    try {
      result = function.evaluate(List.copyOf(arguments), rows, batch.size());
    } catch (Failure e) {
      throw e;
    } catch (RuntimeException e) {
      throw new Failure(
          Code.TM625,
          "the function `%s` failed: %s".formatted(function.name(), e),
          "correct %s, or filter the rows that it cannot take in a step before"
              .formatted(function.getClass().getName()),
          e);
    }
    if (result.size() != batch.size()) {
      throw new Failure(
          Code.TM625,
          "the function `%s` gave %d values for %d rows"
              .formatted(function.name(), result.size(), batch.size()),
          "give a column of as many rows as the batch has");
    }
    return result;
  }
}
