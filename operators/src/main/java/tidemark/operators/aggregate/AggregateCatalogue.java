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
  private final Map<String, FunctionEntry> entries = new HashMap<>();

  public AggregateCatalogue() {
    Stream.of(CountFunctions.all(), SumFunctions.all(), ExtremeFunctions.all())
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
    return Resolution.refused("DISTINCT is not supported");
  }
}
