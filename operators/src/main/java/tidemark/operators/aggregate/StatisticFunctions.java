package tidemark.operators.aggregate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Variances, higher moments, correlations, percentiles, mode and approximate counts. */
final class StatisticFunctions {
  /** Spark's default accuracy of approximate percentiles: the relative error is its inverse. */
  private static final int ACCURACY = 10_000;

  /** Spark's default relative standard deviation of approximate counts. */
  private static final double DEVIATION = 0.05;

  private static final List<Field> MOMENTS =
      Stream.of("n", "mean", "m2", "m3", "m4")
          .map(name -> Field.notNull(name, SimpleType.DOUBLE))
          .toList();
  private static final List<Field> COMOMENTS =
      Stream.of("n", "x_mean", "y_mean", "c", "x_m2", "y_m2")
          .map(name -> Field.notNull(name, SimpleType.DOUBLE))
          .toList();

  private StatisticFunctions() {}

  static List<FunctionEntry> all() {
    return List.of(
        moment(
            Moment.STDDEV_SAMP,
            "The standard deviation of a sample.",
            "stddev_samp",
            "stddev",
            "std"),
        moment(Moment.STDDEV_POP, "The standard deviation of a population.", "stddev_pop"),
        moment(Moment.VAR_SAMP, "The variance of a sample.", "var_samp", "variance"),
        moment(Moment.VAR_POP, "The variance of a population.", "var_pop"),
        moment(Moment.SKEWNESS, "How far the values lean to one side.", "skewness"),
        moment(
            Moment.KURTOSIS, "How heavy the tails are, against a normal distribution.", "kurtosis"),
        comoment(Comoment.COVAR_SAMP, "covar_samp", "The covariance of a sample of pairs."),
        comoment(Comoment.COVAR_POP, "covar_pop", "The covariance of a population of pairs."),
        comoment(Comoment.CORR, "corr", "The correlation of pairs, from -1 to 1."),
        FunctionEntry.of(
            List.of("median"),
            "median(number)",
            "The exact median; keeps every distinct value.",
            1,
            (n, a) -> exact(n, a, new Percentages.One(0.5))),
        FunctionEntry.of(
            List.of("percentile"),
            "percentile(number, fraction)",
            "The exact percentile at a fraction from 0 to 1, or an array of fractions; keeps every"
                + " distinct value.",
            2,
            (n, a) -> percentile(n, a)),
        new FunctionEntry(
            List.of("approx_percentile", "percentile_approx"),
            "approx_percentile(value, fraction[, accuracy])",
            "A value near that percentile, in bounded memory; a larger accuracy is closer.",
            2,
            3,
            (n, a) -> approximatePercentile(n, a)),
        new FunctionEntry(
            List.of("percentile_cont"),
            "percentile_cont(fraction) WITHIN GROUP (ORDER BY number [DESC])",
            "The exact percentile, between two values if need be; keeps every distinct value.",
            2,
            3,
            (n, a) -> ordered(n, a, ExactPercentile.Between.INTERPOLATED)),
        new FunctionEntry(
            List.of("percentile_disc"),
            "percentile_disc(fraction) WITHIN GROUP (ORDER BY number [DESC])",
            "The first value that so large a part of the rows does not exceed; keeps every distinct"
                + " value.",
            2,
            3,
            (n, a) -> ordered(n, a, ExactPercentile.Between.DISCRETE)),
        new FunctionEntry(
            List.of("mode"),
            "mode(value[, deterministic]) or mode() WITHIN GROUP (ORDER BY value [DESC])",
            "The most frequent value, of several the first; keeps every distinct value.",
            1,
            3,
            (n, a) -> mode(n, a)),
        FunctionEntry.of(
            List.of("histogram_numeric"),
            "histogram_numeric(value, bins)",
            "A histogram: for each of at most so many bins its place and how many values are near.",
            2,
            (n, a) -> histogram(n, a)),
        new FunctionEntry(
            List.of("approx_count_distinct"),
            "approx_count_distinct(value[, relative_deviation])",
            "About how many distinct values there are, in bounded memory.",
            1,
            2,
            (n, a) -> approximateCount(n, a)));
  }

  private static FunctionEntry moment(Moment moment, String meaning, String... names) {
    return FunctionEntry.of(
        List.of(names),
        names[0] + "(number)",
        meaning,
        1,
        (name, arguments) ->
            isDoubleLike(arguments.get(0).type())
                ? resolved(
                    name,
                    List.of(SimpleType.DOUBLE),
                    SimpleType.DOUBLE,
                    MOMENTS.subList(0, moment.order() + 1),
                    () -> new MomentAccumulators(moment))
                : notNumeric(arguments.get(0).type()));
  }

  private static FunctionEntry comoment(Comoment comoment, String name, String meaning) {
    return FunctionEntry.of(
        List.of(name),
        name + "(number, number)",
        meaning,
        2,
        (n, arguments) -> {
          for (AggregateArgument argument : arguments) {
            if (!isDoubleLike(argument.type())) {
              return notNumeric(argument.type());
            }
          }
          return resolved(
              n,
              List.of(SimpleType.DOUBLE, SimpleType.DOUBLE),
              SimpleType.DOUBLE,
              COMOMENTS.subList(0, comoment.fields()),
              () -> new ComomentAccumulators(comoment));
        });
  }

  private static Answer percentile(String name, List<AggregateArgument> arguments) {
    Optional<Percentages> percentages = Percentages.of(arguments.get(1));
    return percentages.isPresent() ? exact(name, arguments, percentages.get()) : notFraction();
  }

  private static Answer ordered(
      String name, List<AggregateArgument> arguments, ExactPercentile.Between between) {
    Optional<Percentages> percentages = Percentages.of(arguments.get(1));
    Optional<Direction> direction =
        arguments.size() == 3 ? Direction.of(arguments.get(2)) : Optional.of(Direction.ASCENDING);
    if (percentages.isEmpty() || direction.isEmpty()) {
      return notFraction();
    }
    return exact(
        name,
        arguments,
        percentages.get(),
        new ExactPercentile(percentages.get(), between, direction.get()));
  }

  private static Answer exact(
      String name, List<AggregateArgument> arguments, Percentages percentages) {
    return exact(name, arguments, percentages, new ExactPercentile(percentages));
  }

  private static Answer exact(
      String name,
      List<AggregateArgument> arguments,
      Percentages percentages,
      ExactPercentile statistic) {
    DataType type = arguments.get(0).type();
    if (!isDoubleLike(type)) {
      return notNumeric(type);
    }
    return resolved(
        name,
        List.of(SimpleType.DOUBLE),
        resultType(percentages, SimpleType.DOUBLE),
        countsState(SimpleType.DOUBLE),
        () -> new ValueCountAccumulators(SimpleType.DOUBLE, statistic));
  }

  private static Answer approximatePercentile(String name, List<AggregateArgument> arguments) {
    Optional<Percentages> percentages = Percentages.of(arguments.get(1));
    if (percentages.isEmpty()) {
      return notFraction();
    }
    OptionalInt accuracy =
        arguments.size() == 3 ? Percentages.positive(arguments.get(2)) : OptionalInt.of(ACCURACY);
    if (accuracy.isEmpty()) {
      return Answer.refused("its accuracy must be a positive whole number");
    }
    Optional<DataType> type = placed(arguments.get(0).type());
    if (type.isEmpty()) {
      return Answer.refused("it takes a number, a date, a timestamp or an interval");
    }
    double error = 1.0 / accuracy.getAsInt();
    Percentages fractions = percentages.get();
    return resolved(
        name,
        List.of(type.get()),
        resultType(fractions, type.get()),
        ApproximatePercentileAccumulators.STATE,
        () -> new ApproximatePercentileAccumulators(type.get(), fractions, error));
  }

  private static Answer histogram(String name, List<AggregateArgument> arguments) {
    OptionalInt bins = Percentages.positive(arguments.get(1));
    if (bins.isEmpty() || bins.getAsInt() < 2) {
      return Answer.refused("the number of its bins must be a constant of at least 2");
    }
    Optional<DataType> type = placed(arguments.get(0).type());
    if (type.isEmpty()) {
      return Answer.refused("it takes a number, a date, a timestamp or an interval");
    }
    Field place = Field.of("x", type.get());
    DataType bin = new StructType(List.of(place, Field.of("y", SimpleType.DOUBLE)));
    return resolved(
        name,
        List.of(type.get()),
        new ArrayType(bin),
        HistogramAccumulators.STATE,
        () -> new HistogramAccumulators(type.get(), bins.getAsInt()));
  }

  /** The type of values that have a place on a line: what a text stands for is a double. */
  private static Optional<DataType> placed(DataType given) {
    boolean text = given == SimpleType.STRING || given == SimpleType.VOID;
    return isDoubleLike(given) || isTemporal(given)
        ? Optional.of(text ? SimpleType.DOUBLE : given)
        : Optional.empty();
  }

  private static Answer mode(String name, List<AggregateArgument> arguments) {
    DataType type = arguments.get(0).type();
    if (arguments.size() >= 2 && !(arguments.get(1).constant().orElse("") instanceof Boolean)) {
      return Answer.refused("its second argument must be `true` or `false`");
    }
    Optional<Direction> direction =
        arguments.size() == 3 ? Direction.of(arguments.get(2)) : Optional.of(Direction.ASCENDING);
    if (direction.isEmpty()) {
      return Answer.refused("its third argument must be `true` or `false`");
    }
    if (!ValueComparator.isOrderable(type)) {
      return Answer.refused("it takes values that have an order, not " + type.ddl());
    }
    return resolved(
        name,
        List.of(type),
        type,
        countsState(type),
        () -> new ValueCountAccumulators(type, new Mode(type, direction.get())));
  }

  private static Answer approximateCount(String name, List<AggregateArgument> arguments) {
    double deviation = DEVIATION;
    if (arguments.size() == 2) {
      if (!(arguments.get(1).constant().orElse("") instanceof Number number)) {
        return Answer.refused("its relative deviation must be a constant number");
      }
      deviation = number.doubleValue();
    }
    int precision = CardinalityEstimator.precisionFor(deviation);
    if (precision < 4 || precision > 24) {
      return Answer.refused("its relative deviation must lie between 0.0003 and 0.39");
    }
    DataType type = arguments.get(0).type();
    CardinalityEstimator estimator = new CardinalityEstimator(precision);
    return new Answer.Resolved(
        ResolvedAggregate.of(
                name,
                List.of(type),
                SimpleType.BIGINT,
                List.of(Field.notNull("registers", SimpleType.BINARY)),
                () -> new CardinalityAccumulators(type, estimator))
            .neverNull());
  }

  private static Answer resolved(
      String name,
      List<DataType> arguments,
      DataType type,
      List<Field> state,
      Supplier<Accumulators> accumulators) {
    return new Answer.Resolved(ResolvedAggregate.of(name, arguments, type, state, accumulators));
  }

  private static DataType resultType(Percentages percentages, DataType type) {
    return percentages instanceof Percentages.One ? type : new ArrayType(type);
  }

  private static List<Field> countsState(DataType type) {
    return List.of(Field.notNull("counts", new MapType(type, SimpleType.BIGINT)));
  }

  static boolean isDoubleLike(DataType type) {
    return type.isNumeric()
        || type instanceof DecimalType
        || type == SimpleType.STRING
        || type == SimpleType.VOID;
  }

  private static boolean isTemporal(DataType type) {
    return type == SimpleType.DATE
        || type == SimpleType.TIMESTAMP
        || type == SimpleType.TIMESTAMP_NTZ
        || type == SimpleType.DAY_TIME_INTERVAL
        || type == SimpleType.YEAR_MONTH_INTERVAL;
  }

  static Answer notNumeric(DataType type) {
    return Answer.refused("it takes a number, not " + type.ddl());
  }

  private static Answer notFraction() {
    return Answer.refused("its fraction must be a constant from 0 to 1, or an array of these");
  }
}
