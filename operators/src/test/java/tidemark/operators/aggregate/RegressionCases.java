package tidemark.operators.aggregate;

import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tidemark.operators.types.SimpleType;

/** The regression functions by their textbook definitions over the pairs without nulls. */
final class RegressionCases {
  private RegressionCases() {}

  static Stream<AggregateCases.Case> all() {
    return Stream.of(
        of("regr_count", (y, x) -> (long) y.size()),
        of("regr_avgx", (y, x) -> x.isEmpty() ? null : (Object) mean(x)),
        of("regr_avgy", (y, x) -> y.isEmpty() ? null : (Object) mean(y)),
        of("regr_sxx", (y, x) -> x.isEmpty() ? null : (Object) products(x, x)),
        of("regr_syy", (y, x) -> y.isEmpty() ? null : (Object) products(y, y)),
        of("regr_sxy", (y, x) -> x.isEmpty() ? null : (Object) products(x, y)),
        of("regr_slope", (y, x) -> varies(x) ? (Object) slope(y, x) : null),
        of(
            "regr_intercept",
            (y, x) -> varies(x) ? (Object) (mean(y) - slope(y, x) * mean(x)) : null),
        of("regr_r2", RegressionCases::explained));
  }

  private static @Nullable Object explained(List<Double> y, List<Double> x) {
    if (!varies(x)) {
      return null;
    }
    return varies(y)
        ? (Object) (Math.pow(products(x, y), 2) / products(x, x) / products(y, y))
        : (Object) 1.0;
  }

  private static AggregateCases.Case of(
      String name, BiFunction<List<Double>, List<Double>, @Nullable Object> definition) {
    Function<List<List<@Nullable Object>>, @Nullable Object> reference =
        rows -> {
          List<List<@Nullable Object>> pairs =
              rows.stream().filter(row -> row.stream().allMatch(Objects::nonNull)).toList();
          return definition.apply(column(pairs, 0), column(pairs, 1));
        };
    return new AggregateCases.Case(
        name, false, List.of(SimpleType.DOUBLE, SimpleType.DOUBLE), List.of(), reference);
  }

  private static List<Double> column(List<List<@Nullable Object>> rows, int column) {
    return rows.stream().map(row -> (Double) Objects.requireNonNull(row.get(column))).toList();
  }

  private static boolean varies(List<Double> values) {
    return values.stream().distinct().count() > 1;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
  }

  private static double products(List<Double> a, List<Double> b) {
    double meanA = mean(a);
    double meanB = mean(b);
    return IntStream.range(0, a.size())
        .mapToDouble(i -> (a.get(i) - meanA) * (b.get(i) - meanB))
        .sum();
  }

  private static double slope(List<Double> y, List<Double> x) {
    return products(x, y) / products(x, x);
  }
}
