package tidemark.operators.aggregate;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;

/**
 * Linear regressions and what they are made of, over the rows in which neither variable is null.
 * The dependent variable y comes first.
 */
final class RegressionFunctions {
  private static final List<DataType> PAIR = List.of(SimpleType.DOUBLE, SimpleType.DOUBLE);
  private static final List<Field> MOMENTS =
      Stream.of("n", "y_mean", "x_mean", "c", "y_m2", "x_m2")
          .map(name -> Field.notNull(name, SimpleType.DOUBLE))
          .toList();

  private RegressionFunctions() {}

  static List<FunctionEntry> all() {
    return List.of(
        FunctionEntry.of(
            List.of("regr_count"),
            "regr_count(y, x)",
            "Rows in which neither is null; 0 for none.",
            2,
            (n, a) -> pair(n, a, SimpleType.BIGINT, CountFunctions.STATE, CountAccumulators::new)),
        mean("regr_avgx", 1, "The mean of x, where y is not null."),
        mean("regr_avgy", 0, "The mean of y, where x is not null."),
        moments("regr_sxx", Comoment.REGR_SXX, "The sum of squares of the deviations of x."),
        moments("regr_syy", Comoment.REGR_SYY, "The sum of squares of the deviations of y."),
        moments("regr_sxy", Comoment.REGR_SXY, "The sum of products of the deviations of x and y."),
        moments("regr_slope", Comoment.REGR_SLOPE, "The slope of the line that fits best."),
        moments("regr_intercept", Comoment.REGR_INTERCEPT, "Where that line meets the axis of y."),
        moments("regr_r2", Comoment.REGR_R2, "How much of y that line explains, from 0 to 1."));
  }

  private static FunctionEntry mean(String name, int averaged, String meaning) {
    return FunctionEntry.of(
        List.of(name),
        name + "(y, x)",
        meaning,
        2,
        (n, a) ->
            pair(
                n,
                a,
                SimpleType.DOUBLE,
                PairMeanAccumulators.STATE,
                () -> new PairMeanAccumulators(averaged)));
  }

  private static FunctionEntry moments(String name, Comoment comoment, String meaning) {
    return FunctionEntry.of(
        List.of(name),
        name + "(y, x)",
        meaning,
        2,
        (n, a) ->
            pair(
                n,
                a,
                SimpleType.DOUBLE,
                MOMENTS.subList(0, comoment.fields()),
                () -> new ComomentAccumulators(comoment)));
  }

  private static Answer pair(
      String name,
      List<AggregateArgument> arguments,
      DataType type,
      List<Field> state,
      Supplier<Accumulators> accumulators) {
    for (AggregateArgument argument : arguments) {
      if (!StatisticFunctions.isDoubleLike(argument.type())) {
        return StatisticFunctions.notNumeric(argument.type());
      }
    }
    ResolvedAggregate function = ResolvedAggregate.of(name, PAIR, type, state, accumulators);
    return new Answer.Resolved(type == SimpleType.BIGINT ? function.neverNull() : function);
  }
}
