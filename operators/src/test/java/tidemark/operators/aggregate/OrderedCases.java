package tidemark.operators.aggregate;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Aggregates that are given their values {@code WITHIN GROUP (ORDER BY …)}. */
final class OrderedCases {
  private static final List<Double> FRACTIONS = List.of(0.0, 0.25, 0.5, 0.9, 1.0);

  private OrderedCases() {}

  static Stream<AggregateCases.Case> all() {
    return Stream.of(true, false).flatMap(OrderedCases::inDirection);
  }

  private static Stream<AggregateCases.Case> inDirection(boolean descending) {
    Comparator<Object> order = order(descending);
    AggregateArgument last = AggregateArgument.constant(SimpleType.BOOLEAN, descending);
    List<AggregateArgument> separated =
        List.of(AggregateArgument.constant(SimpleType.STRING, "; "), last);
    List<AggregateArgument> sure =
        List.of(AggregateArgument.constant(SimpleType.BOOLEAN, true), last);
    return Stream.concat(
        FRACTIONS.stream().flatMap(p -> percentiles(p, last, order)),
        Stream.of(
            of(
                "listagg",
                SimpleType.STRING,
                separated,
                order,
                v -> String.join("; ", v.stream().map(Object::toString).toList())),
            of("mode", SimpleType.INT, sure, order, OrderedCases::mode)));
  }

  @SuppressWarnings("unchecked")
  private static Comparator<Object> order(boolean descending) {
    Comparator<Object> natural = (a, b) -> ((Comparable<Object>) a).compareTo(b);
    return descending ? natural.reversed() : natural;
  }

  private static Stream<AggregateCases.Case> percentiles(
      double fraction, AggregateArgument last, Comparator<Object> order) {
    List<AggregateArgument> constants =
        List.of(
            AggregateArgument.constant(new DecimalType(3, 2), BigDecimal.valueOf(fraction)), last);
    return Stream.of(
        of(
            "percentile_cont",
            SimpleType.DOUBLE,
            constants,
            order,
            v -> {
              double position = (v.size() - 1) * fraction;
              double low = (Double) v.get((int) Math.floor(position));
              double high = (Double) v.get((int) Math.ceil(position));
              return low + (position - Math.floor(position)) * (high - low);
            }),
        of(
            "percentile_disc",
            SimpleType.DOUBLE,
            constants,
            order,
            v -> {
              int reached = 0;
              while ((reached + 1.0) / v.size() < fraction) {
                reached++;
              }
              return v.get(reached);
            }));
  }

  private static Object mode(List<Object> sorted) {
    Map<Object, Integer> counts = new TreeMap<>();
    sorted.forEach(v -> counts.merge(v, 1, Integer::sum));
    int most = counts.values().stream().max(Integer::compare).orElseThrow();
    return sorted.stream().filter(v -> counts.get(v) == most).findFirst().orElseThrow();
  }

  /** The reference gets the values that are not null in order, at least one. */
  private static AggregateCases.Case of(
      String name,
      DataType type,
      List<AggregateArgument> constants,
      Comparator<Object> order,
      Function<List<Object>, Object> reference) {
    return new AggregateCases.Case(
        name, false, List.of(type), constants, rows -> value(rows, order, reference));
  }

  private static @Nullable Object value(
      List<List<@Nullable Object>> rows,
      Comparator<Object> order,
      Function<List<Object>, Object> reference) {
    List<Object> values = new ArrayList<>();
    rows.stream().map(row -> row.get(0)).filter(Objects::nonNull).forEach(values::add);
    values.sort(order);
    return values.isEmpty() ? null : reference.apply(values);
  }
}
