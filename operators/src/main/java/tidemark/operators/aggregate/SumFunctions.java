package tidemark.operators.aggregate;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Physical;
import tidemark.operators.types.SimpleType;

/** sum, avg, mean and their try forms; result types as Spark's. */
final class SumFunctions {
  /** Decimal digits that a sum has beyond its argument. */
  private static final int SUM_DIGITS = 10;

  /** Decimal digits, all after the point, that an average has beyond its argument. */
  private static final int AVERAGE_DIGITS = 4;

  private SumFunctions() {}

  static List<FunctionEntry> all() {
    return List.of(
        FunctionEntry.of(
            List.of("sum"),
            "sum(number)",
            "The sum; fails when it does not fit its type.",
            1,
            (n, a) -> sum(n, a, OnOverflow.FAIL)),
        FunctionEntry.of(
            List.of("try_sum"),
            "try_sum(number)",
            "The sum; null when it does not fit its type.",
            1,
            (n, a) -> sum(n, a, OnOverflow.NULL)),
        FunctionEntry.of(
            List.of("avg", "mean"),
            "avg(number)",
            "The mean; fails on overflow of a decimal.",
            1,
            (n, a) -> average(n, a, OnOverflow.FAIL)),
        FunctionEntry.of(
            List.of("try_avg"),
            "try_avg(number)",
            "The mean; null on overflow of a decimal.",
            1,
            (n, a) -> average(n, a, OnOverflow.NULL)));
  }

  private static Answer sum(String name, List<AggregateArgument> arguments, OnOverflow onOverflow) {
    DataType type = arguments.get(0).type();
    if (type instanceof DecimalType decimal) {
      return exactSum(name, decimal, sumType(decimal), onOverflow);
    }
    if (type.isIntegral()) {
      return exactSum(name, type, SimpleType.BIGINT, onOverflow);
    }
    if (isInterval(type)) {
      return exactSum(name, type, type, onOverflow);
    }
    if (!isDoubleLike(type)) {
      return notNumeric(type);
    }
    return new Answer.Resolved(
        ResolvedAggregate.of(
            name,
            List.of(SimpleType.DOUBLE),
            SimpleType.DOUBLE,
            List.of(Field.of("sum", SimpleType.DOUBLE)),
            () -> new DoubleSums(DoubleSums.Kind.SUM)));
  }

  private static Answer exactSum(
      String name, DataType argument, DataType result, OnOverflow onOverflow) {
    List<Field> state = new ArrayList<>();
    state.add(Field.of("sum", result));
    if (onOverflow == OnOverflow.NULL) {
      state.add(Field.notNull("overflowed", SimpleType.BOOLEAN));
    }
    SumRange range = new SumRange(result);
    return new Answer.Resolved(
        ResolvedAggregate.of(
            name,
            List.of(argument),
            result,
            state,
            () -> new SumAccumulators(sums(argument), range, onOverflow)));
  }

  private static Answer average(
      String name, List<AggregateArgument> arguments, OnOverflow onOverflow) {
    DataType type = arguments.get(0).type();
    if (type instanceof DecimalType decimal) {
      return exactAverage(name, decimal, sumType(decimal), averageType(decimal), onOverflow);
    }
    if (isInterval(type)) {
      return exactAverage(name, type, type, type, onOverflow);
    }
    if (!type.isIntegral() && !isDoubleLike(type)) {
      return notNumeric(type);
    }
    return new Answer.Resolved(
        ResolvedAggregate.of(
            name,
            List.of(type.isIntegral() ? type : SimpleType.DOUBLE),
            SimpleType.DOUBLE,
            List.of(
                Field.notNull("sum", SimpleType.DOUBLE), Field.notNull("count", SimpleType.BIGINT)),
            () -> new DoubleSums(DoubleSums.Kind.AVERAGE)));
  }

  private static Answer exactAverage(
      String name, DataType argument, DataType sum, DataType result, OnOverflow onOverflow) {
    ExactAverageAccumulators.Shape shape =
        new ExactAverageAccumulators.Shape(
            new SumRange(sum), new SumRange(result), scale(sum), scale(result), onOverflow);
    return new Answer.Resolved(
        ResolvedAggregate.of(
            name,
            List.of(argument),
            result,
            List.of(Field.of("sum", sum), Field.notNull("count", SimpleType.BIGINT)),
            () -> new ExactAverageAccumulators(sums(argument), shape)));
  }

  private static ExactSums sums(DataType argument) {
    return argument.physical() == Physical.DECIMAL ? new WideSums() : new NarrowSums();
  }

  private static int scale(DataType type) {
    return type instanceof DecimalType decimal ? decimal.scale() : 0;
  }

  private static DecimalType sumType(DecimalType argument) {
    return new DecimalType(
        Math.min(argument.precision() + SUM_DIGITS, DecimalType.MAX_PRECISION), argument.scale());
  }

  private static DecimalType averageType(DecimalType argument) {
    return new DecimalType(
        Math.min(argument.precision() + AVERAGE_DIGITS, DecimalType.MAX_PRECISION),
        Math.min(argument.scale() + AVERAGE_DIGITS, DecimalType.MAX_PRECISION));
  }

  private static boolean isInterval(DataType type) {
    return type == SimpleType.DAY_TIME_INTERVAL || type == SimpleType.YEAR_MONTH_INTERVAL;
  }

  private static boolean isDoubleLike(DataType type) {
    return type.isFractional() || type == SimpleType.STRING || type == SimpleType.VOID;
  }

  private static Answer notNumeric(DataType type) {
    return Answer.refused("it takes a number or an interval, not " + type.ddl());
  }
}
