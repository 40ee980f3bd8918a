package tidemark.operators.expr.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Literal;
import tidemark.operators.function.ColumnFunction;
import tidemark.operators.function.FunctionShape;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Functions of a user's own: what they take, and how their mistakes are told. */
class InstalledFunctionsTest {
  /** A function of one bigint whose work is given. */
  private record Given(String name, String example, UnaryOperator<Column> work)
      implements ColumnFunction {
    @Override
    public String signature() {
      return name + "(number)";
    }

    @Override
    public String meaning() {
      return "Something.";
    }

    @Override
    public Optional<FunctionShape> shape(List<DataType> given) {
      return given.size() == 1
          ? Optional.of(new FunctionShape(List.of(SimpleType.BIGINT), SimpleType.BIGINT))
          : Optional.empty();
    }

    @Override
    public Column evaluate(List<Column> arguments, Selection rows, int size) {
      return work.apply(arguments.get(0));
    }
  }

  private static ColumnFunction called(String name, UnaryOperator<Column> work) {
    return new Given(name, name + "(1) -> 1", work);
  }

  private static Column evaluated(UnaryOperator<Column> work) {
    FunctionDefinition function = InstalledFunctions.definition(called("f", work));
    Column numbers = new LongColumn(new long[] {1, 2}, null, 2);
    Evaluator argument = (batch, rows) -> numbers;
    BoundCall call =
        new BoundCall(
            "f",
            List.of(argument),
            List.of(SimpleType.BIGINT),
            SimpleType.BIGINT,
            new EvaluationContext(ZoneOffset.UTC, 0));
    Batch two = new Batch(new Schema(List.of()), new Column[0], 2);
    return function.kernel().bind(call).evaluate(two, Selection.all(2));
  }

  @Test
  void itsArgumentsAreBroughtToWhatItTakesOrRefused() {
    Typing.Rule rule = InstalledFunctions.definition(called("f", c -> c)).rule();
    assertThat(rule.apply(List.of(new Literal(SimpleType.INT, 1L))))
        .isEqualTo(new Typing.Fits(List.of(SimpleType.BIGINT), SimpleType.BIGINT, true));
    assertThat(rule.apply(List.of(Literal.TRUE))).isInstanceOf(Typing.Unfit.class);
    assertThat(rule.apply(List.of())).isInstanceOf(Typing.Unfit.class);
  }

  @Test
  void itGetsTheColumnsAndGivesOne() {
    LongColumn result =
        (LongColumn) evaluated(c -> new LongColumn(new long[] {5, 6}, null, c.size()));
    assertThat(result.get(1)).isEqualTo(6);
  }

  @Test
  void anExceptionOrAWrongLengthStopsTheBatch() {
    assertFails(
        () ->
            evaluated(
                c -> {
                  throw new IllegalStateException("no luck");
                }),
        "the function `f` failed: java.lang.IllegalStateException: no luck");
    assertFails(
        () -> evaluated(c -> new LongColumn(new long[0], null, 0)),
        "the function `f` gave 0 values for 2 rows");
  }

  @Test
  void aNameThatIsTakenOrOddIsRefused() {
    FunctionDefinition upper = InstalledFunctions.definition(called("upper", c -> c));
    assertFails(() -> new Catalogue(List.of(upper)), "there is another function called `upper`");
    assertFails(
        () -> InstalledFunctions.definition(called("Upper", c -> c)),
        "the function of " + Given.class.getName() + " is called 'Upper'");
    assertFails(
        () -> InstalledFunctions.definition(new Given("f", "f(1)", c -> c)),
        "the example of the function `f` has no result");
  }

  private static void assertFails(Runnable action, String message) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM625))
        .hasMessage(message);
  }
}
