package tidemark.operators.aggregate;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Every aggregate function with a plain row-by-row definition of what it should give. */
final class AggregateCases {
  /**
   * A call and its definition.
   *
   * @param types of the columns
   * @param constants trailing constant arguments
   * @param reference from the rows of one group, in order, to the result
   */
  record Case(
      String name,
      boolean distinct,
      List<DataType> types,
      List<AggregateArgument> constants,
      Function<List<List<@Nullable Object>>, @Nullable Object> reference) {
    AggregateFunction function() {
      List<AggregateArgument> arguments = new ArrayList<>();
      types.forEach(type -> arguments.add(AggregateArgument.of(type)));
      arguments.addAll(constants);
      AggregateCatalogue catalogue = new AggregateCatalogue();
      Answer resolution =
          distinct
              ? catalogue.resolveDistinct(name, arguments)
              : catalogue.resolve(name, arguments);
      if (resolution instanceof Answer.Resolved resolved) {
        return resolved.function();
      }
      throw new AssertionError(name + types + ": " + resolution);
    }

    @Override
    public String toString() {
      return name + (distinct ? " distinct " : " ") + types + " " + constants;
    }
  }

  private static final DataType NARROW = new DecimalType(10, 2);
  private static final DataType WIDE = new DecimalType(24, 3);
  private static final DataType ARRAY = new ArrayType(SimpleType.DOUBLE);
  private static final DataType STRUCT =
      new StructType(List.of(Field.of("a", SimpleType.INT), Field.of("b", SimpleType.STRING)));

  private AggregateCases() {}

  static Stream<Case> all() {
    return Stream.of(
            counts(), sums(), extremes(), picks(), statistics(), RegressionCases.all(), lists())
        .flatMap(Function.identity());
  }

  private static Stream<Case> counts() {
    return Stream.of(
        plain("count", rows -> (long) rows.size()),
        plain("count", rows -> (long) present(rows).size(), SimpleType.STRING),
        plain("count", rows -> (long) complete(rows).size(), SimpleType.INT, SimpleType.STRING),
        plain(
            "count_if",
            rows -> present(rows).stream().filter(Boolean.TRUE::equals).count(),
            SimpleType.BOOLEAN),
        distinct("count", rows -> (long) set(rows).size(), SimpleType.DOUBLE),
        distinct(
            "count",
            rows -> (long) new HashSet<>(complete(rows)).size(),
            SimpleType.STRING,
            SimpleType.INT),
        plain("approx_count_distinct", rows -> (long) set(rows).size(), SimpleType.BOOLEAN));
  }

  private static Stream<Case> sums() {
    Function<List<List<@Nullable Object>>, @Nullable Object> longs =
        rows -> fold(present(rows), (a, b) -> (Long) a + (Long) b);
    Function<List<List<@Nullable Object>>, @Nullable Object> doubles =
        rows -> fold(present(rows), (a, b) -> (Double) a + (Double) b);
    Function<List<List<@Nullable Object>>, @Nullable Object> decimals =
        rows -> fold(present(rows), (a, b) -> ((BigDecimal) a).add((BigDecimal) b));
    return Stream.of(
        plain("sum", longs, SimpleType.INT),
        plain("try_sum", longs, SimpleType.BIGINT),
        plain("sum", longs, SimpleType.DAY_TIME_INTERVAL),
        plain("sum", doubles, SimpleType.DOUBLE),
        plain("sum", decimals, NARROW),
        plain("sum", decimals, WIDE),
        plain("try_sum", decimals, WIDE),
        distinct("sum", rows -> fold(set(rows), (a, b) -> (Long) a + (Long) b), SimpleType.INT),
        plain("avg", rows -> mean(numbers(rows)), SimpleType.BIGINT),
        plain("avg", rows -> mean(numbers(rows)), SimpleType.DOUBLE),
        plain("avg", rows -> average(rows, 6), NARROW),
        plain("try_avg", rows -> average(rows, 7), WIDE),
        distinct("avg", rows -> mean(doubles(set(rows))), SimpleType.DOUBLE));
  }

  private static @Nullable Object average(List<List<@Nullable Object>> rows, int scale) {
    Object sum = fold(present(rows), (a, b) -> ((BigDecimal) a).add((BigDecimal) b));
    return sum == null
        ? null
        : ((BigDecimal) sum)
            .divide(BigDecimal.valueOf(present(rows).size()), scale, RoundingMode.HALF_UP);
  }

  private static Stream<Case> extremes() {
    List<DataType> types =
        List.of(
            SimpleType.INT,
            SimpleType.TIMESTAMP,
            SimpleType.DOUBLE,
            SimpleType.FLOAT,
            SimpleType.STRING,
            SimpleType.BOOLEAN,
            NARROW,
            WIDE,
            ARRAY,
            STRUCT);
    Stream<Case> all =
        types.stream()
            .flatMap(
                type ->
                    Stream.of(
                        plain("min", rows -> least(present(rows), ORDER), type),
                        plain("max", rows -> least(present(rows), ORDER.reversed()), type)));
    return Stream.concat(
        all,
        Stream.of(
            plain("bool_and", rows -> least(present(rows), ORDER), SimpleType.BOOLEAN),
            plain("any", rows -> least(present(rows), ORDER.reversed()), SimpleType.BOOLEAN),
            plain(
                "bit_and",
                rows -> fold(present(rows), (a, b) -> (Long) a & (Long) b),
                SimpleType.INT),
            plain(
                "bit_or",
                rows -> fold(present(rows), (a, b) -> (Long) a | (Long) b),
                SimpleType.INT),
            plain(
                "bit_xor",
                rows -> fold(present(rows), (a, b) -> (Long) a ^ (Long) b),
                SimpleType.BIGINT)));
  }

  private static Stream<Case> picks() {
    List<AggregateArgument> ignore = List.of(AggregateArgument.constant(SimpleType.BOOLEAN, true));
    return Stream.of(SimpleType.INT, SimpleType.STRING, ARRAY)
        .flatMap(
            type ->
                Stream.of(
                    plain("first", rows -> rows.get(0).get(0), type),
                    plain("last", rows -> rows.get(rows.size() - 1).get(0), type),
                    plain("any_value", rows -> rows.get(0).get(0), type),
                    new Case(
                        "first_value",
                        false,
                        List.of(type),
                        ignore,
                        rows -> present(rows).stream().findFirst().orElse(null)),
                    new Case(
                        "last",
                        false,
                        List.of(type),
                        ignore,
                        rows -> present(rows).stream().reduce((a, b) -> b).orElse(null)),
                    plain("min_by", rows -> by(rows, ORDER), type, SimpleType.INT),
                    plain("max_by", rows -> by(rows, ORDER.reversed()), type, SimpleType.STRING)));
  }

  private static @Nullable Object by(List<List<@Nullable Object>> rows, Comparator<Object> order) {
    List<@Nullable Object> best = null;
    for (List<@Nullable Object> row : rows) {
      Object key = row.get(1);
      if (key != null
          && (best == null || order.compare(key, Objects.requireNonNull(best.get(1))) <= 0)) {
        best = row;
      }
    }
    return best == null ? null : best.get(0);
  }

  private static Stream<Case> statistics() {
    AggregateArgument half =
        AggregateArgument.constant(new DecimalType(1, 1), new BigDecimal("0.5"));
    AggregateArgument several =
        AggregateArgument.constant(ARRAY, List.of(0.0, new BigDecimal("0.3"), 1L));
    return Stream.of(
        plain("stddev", rows -> root(variance(numbers(rows), 1)), SimpleType.DOUBLE),
        plain("stddev_pop", rows -> root(variance(numbers(rows), 0)), SimpleType.DOUBLE),
        plain("var_samp", rows -> variance(numbers(rows), 1), SimpleType.DOUBLE),
        plain("var_pop", rows -> variance(numbers(rows), 0), SimpleType.DOUBLE),
        plain("skewness", rows -> standardised(numbers(rows), 3), SimpleType.DOUBLE),
        plain(
            "kurtosis",
            rows -> {
              Double value = standardised(numbers(rows), 4);
              return value == null ? null : value - 3;
            },
            SimpleType.DOUBLE),
        plain("covar_pop", rows -> covariance(rows, 0), SimpleType.DOUBLE, SimpleType.DOUBLE),
        plain("covar_samp", rows -> covariance(rows, 1), SimpleType.DOUBLE, SimpleType.DOUBLE),
        plain("corr", AggregateCases::correlation, SimpleType.DOUBLE, SimpleType.DOUBLE),
        plain("median", rows -> percentile(numbers(rows), 0.5), SimpleType.DOUBLE),
        new Case(
            "percentile",
            false,
            List.of(SimpleType.DOUBLE),
            List.of(several),
            rows ->
                numbers(rows).isEmpty()
                    ? null
                    : Stream.of(0.0, 0.3, 1.0).map(p -> percentile(numbers(rows), p)).toList()),
        new Case(
            "approx_percentile",
            false,
            List.of(SimpleType.INT),
            List.of(half),
            rows -> {
              List<Object> sorted = present(rows).stream().sorted(ORDER).toList();
              return sorted.isEmpty() ? null : sorted.get((sorted.size() + 1) / 2 - 1);
            }),
        plain("mode", AggregateCases::mode, SimpleType.STRING));
  }

  private static Stream<Case> lists() {
    AggregateArgument comma = AggregateArgument.constant(SimpleType.STRING, ", ");
    return Stream.of(
        plain("collect_list", AggregateCases::present, SimpleType.INT),
        plain("array_agg", AggregateCases::present, STRUCT),
        plain("collect_set", rows -> new ArrayList<>(set(rows)), SimpleType.STRING),
        plain("collect_set", rows -> new ArrayList<>(set(rows)), ARRAY),
        distinct("collect_list", rows -> new ArrayList<>(set(rows)), WIDE),
        new Case(
            "string_agg",
            false,
            List.of(SimpleType.STRING),
            List.of(comma),
            rows ->
                present(rows).isEmpty()
                    ? null
                    : String.join(", ", present(rows).stream().map(Object::toString).toList())));
  }

  private static Case plain(
      String name,
      Function<List<List<@Nullable Object>>, @Nullable Object> reference,
      DataType... types) {
    return new Case(name, false, List.of(types), List.of(), reference);
  }

  private static Case distinct(
      String name,
      Function<List<List<@Nullable Object>>, @Nullable Object> reference,
      DataType... types) {
    return new Case(name, true, List.of(types), List.of(), reference);
  }

  /** A random value, from so few that values repeat. */
  static @Nullable Object random(DataType type, Random random, double nulls) {
    if (random.nextDouble() < nulls) {
      return null;
    }
    return switch (type.physical()) {
      case BOOLEAN -> random.nextBoolean();
      case LONG ->
          type instanceof DecimalType decimal
              ? BigDecimal.valueOf(random.nextInt(2001) - 1000, decimal.scale())
              : (Object) (random.nextInt(41) - 20L);
      case DOUBLE -> (random.nextInt(65) - 32) / 8.0 + 0.0;
      case BYTES -> "é" + (char) ('a' + random.nextInt(12)) + "x".repeat(random.nextInt(3));
      case DECIMAL ->
          BigDecimal.valueOf(random.nextInt(2001) - 1000, ((DecimalType) type).scale())
              .multiply(BigDecimal.valueOf(1_000_000_000_000L));
      case ARRAY ->
          Stream.generate(() -> random(((ArrayType) type).element(), random, 0.2))
              .limit(random.nextInt(3))
              .toList();
      case STRUCT -> {
        List<@Nullable Object> items = new ArrayList<>();
        ((StructType) type).fields().forEach(f -> items.add(random(f.type(), random, 0.2)));
        yield items;
      }
      case MAP -> throw new AssertionError("no maps here");
    };
  }

  @SuppressWarnings("unchecked")
  private static final Comparator<Object> ORDER =
      (left, right) -> {
        if (left instanceof List<?> a && right instanceof List<?> b) {
          return compareLists(a, b);
        }
        return ((Comparable<Object>) left).compareTo(right);
      };

  private static int compareLists(List<?> a, List<?> b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      Object x = a.get(i);
      Object y = b.get(i);
      int order =
          x == null || y == null ? Boolean.compare(y == null, x == null) : ORDER.compare(x, y);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  private static List<Object> present(List<List<@Nullable Object>> rows) {
    List<Object> values = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      Object value = row.get(0);
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }

  private static LinkedHashSet<Object> set(List<List<@Nullable Object>> rows) {
    return new LinkedHashSet<>(present(rows));
  }

  private static List<List<@Nullable Object>> complete(List<List<@Nullable Object>> rows) {
    return rows.stream().filter(row -> row.stream().allMatch(Objects::nonNull)).toList();
  }

  private static @Nullable Object fold(Iterable<Object> values, BinaryOperator<Object> operator) {
    Object result = null;
    for (Object value : values) {
      result = result == null ? value : operator.apply(result, value);
    }
    return result;
  }

  private static @Nullable Object least(List<Object> values, Comparator<Object> order) {
    return values.stream().min(order).orElse(null);
  }

  private static List<Double> numbers(List<List<@Nullable Object>> rows) {
    return doubles(present(rows));
  }

  private static List<Double> doubles(Iterable<Object> values) {
    List<Double> numbers = new ArrayList<>();
    values.forEach(value -> numbers.add(((Number) value).doubleValue()));
    return numbers;
  }

  private static @Nullable Double mean(List<Double> values) {
    return values.isEmpty()
        ? null
        : values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
  }

  private static double power(List<Double> values, int exponent) {
    double mean = Objects.requireNonNull(mean(values));
    return values.stream().mapToDouble(v -> Math.pow(v - mean, exponent)).sum();
  }

  private static @Nullable Double variance(List<Double> values, int less) {
    return values.size() <= less ? null : power(values, 2) / (values.size() - less);
  }

  private static @Nullable Double root(@Nullable Double value) {
    return value == null ? null : Math.sqrt(value);
  }

  private static @Nullable Double standardised(List<Double> values, int exponent) {
    Double variance = variance(values, 0);
    return variance == null || variance == 0
        ? null
        : power(values, exponent) / values.size() / Math.pow(variance, exponent / 2.0);
  }

  private static @Nullable Double covariance(List<List<@Nullable Object>> rows, int less) {
    List<List<@Nullable Object>> pairs = complete(rows);
    if (pairs.size() <= less) {
      return null;
    }
    List<Double> xs = pairs.stream().map(row -> (Double) row.get(0)).toList();
    List<Double> ys = pairs.stream().map(row -> (Double) row.get(1)).toList();
    double sum = 0;
    for (int i = 0; i < xs.size(); i++) {
      sum +=
          (xs.get(i) - Objects.requireNonNull(mean(xs)))
              * (ys.get(i) - Objects.requireNonNull(mean(ys)));
    }
    return sum / (xs.size() - less);
  }

  private static @Nullable Double correlation(List<List<@Nullable Object>> rows) {
    List<List<@Nullable Object>> pairs = complete(rows);
    Double covariance = covariance(rows, 0);
    if (pairs.size() < 2 || covariance == null) {
      return null;
    }
    List<Double> xs = pairs.stream().map(row -> (Double) row.get(0)).toList();
    List<Double> ys = pairs.stream().map(row -> (Double) row.get(1)).toList();
    double product = power(xs, 2) * power(ys, 2);
    return product == 0 ? null : (Double) (covariance * xs.size() / Math.sqrt(product));
  }

  private static @Nullable Double percentile(List<Double> values, double fraction) {
    if (values.isEmpty()) {
      return null;
    }
    List<Double> sorted = values.stream().sorted().toList();
    double position = (sorted.size() - 1) * fraction;
    double low = sorted.get((int) Math.floor(position));
    double high = sorted.get((int) Math.ceil(position));
    return low + (position - Math.floor(position)) * (high - low);
  }

  private static @Nullable Object mode(List<List<@Nullable Object>> rows) {
    Map<Object, Long> counts =
        present(rows).stream().collect(groupingBy(Function.identity(), counting()));
    return counts.entrySet().stream()
        .max(
            Map.Entry.<Object, Long>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey(ORDER.reversed())))
        .map(Map.Entry::getKey)
        .orElse(null);
  }
}
