package tidemark.operators.aggregate;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** All aggregate functions, by name. Names are case-insensitive. Immutable. */
public final class AggregateCatalogue {
  /** Functions to which it makes no difference whether a value comes once or more often. */
  private static final Set<String> BLIND_TO_DUPLICATES =
      Set.of(
          "min",
          "max",
          "min_by",
          "max_by",
          "bool_and",
          "bool_or",
          "bit_and",
          "bit_or",
          "first",
          "last",
          "any_value",
          "collect_set",
          "approx_count_distinct");

  private final Map<String, FunctionEntry> entries = new HashMap<>();

  public AggregateCatalogue() {
    Stream.of(
            CountFunctions.all(),
            SumFunctions.all(),
            ExtremeFunctions.all(),
            PickFunctions.all(),
            StatisticFunctions.all(),
            ListFunctions.all())
        .flatMap(List::stream)
        .forEach(entry -> entry.names().forEach(name -> entries.put(name, entry)));
  }

  /** All names, aliases too, in lower case. */
  public Set<String> names() {
    return new TreeSet<>(entries.keySet());
  }

  /**
   * The function for a call.
   *
   * @param name one of {@link #names}
   * @param arguments what stands between the parentheses; empty for {@code count(*)}
   */
  public Resolution resolve(String name, List<AggregateArgument> arguments) {
    FunctionEntry entry = entries.get(name.toLowerCase(Locale.ROOT));
    return entry == null
        ? Resolution.refused("there is no such aggregate")
        : entry.resolve(arguments);
  }

  /** The function for a call with {@code DISTINCT}: each combination of arguments counts once. */
  public Resolution resolveDistinct(String name, List<AggregateArgument> arguments) {
    Resolution plain = resolve(name, arguments);
    if (plain instanceof Resolution.Resolved resolved
        && !BLIND_TO_DUPLICATES.contains(resolved.function().name())) {
      return ListFunctions.distinct(resolved.function());
    }
    return plain;
  }
}
