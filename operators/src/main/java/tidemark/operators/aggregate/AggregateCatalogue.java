package tidemark.operators.aggregate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.expr.AggregateResolver;
import tidemark.operators.expr.Expression;
import tidemark.operators.types.DataType;

/** All aggregate functions, by name. Names are case-insensitive. Immutable. */
public final class AggregateCatalogue implements AggregateResolver {
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
            RegressionFunctions.all(),
            ListFunctions.all())
        .flatMap(List::stream)
        .forEach(entry -> entry.names().forEach(name -> entries.put(name, entry)));
  }

  /**
   * A function as documents show it.
   *
   * @param names its name, then its aliases
   * @param signature what it takes, as a user would write it
   * @param meaning one line
   */
  public record Description(List<String> names, String signature, String meaning) {
    public Description {
      names = List.copyOf(names);
    }
  }

  /** Every function, by name. */
  public List<Description> descriptions() {
    return entries.values().stream()
        .distinct()
        .map(entry -> new Description(entry.names(), entry.signature(), entry.meaning()))
        .sorted(Comparator.comparing(description -> description.names().get(0)))
        .toList();
  }

  @Override
  public Set<String> names() {
    return new TreeSet<>(entries.keySet());
  }

  /**
   * The function for a call.
   *
   * @param name one of {@link #names}
   * @param arguments what stands between the parentheses; empty for {@code count(*)}
   */
  public Answer resolve(String name, List<AggregateArgument> arguments) {
    FunctionEntry entry = entries.get(name.toLowerCase(Locale.ROOT));
    return entry == null ? Answer.refused("there is no such aggregate") : entry.resolve(arguments);
  }

  /** The function for a call with {@code DISTINCT}: each combination of arguments counts once. */
  public Answer resolveDistinct(String name, List<AggregateArgument> arguments) {
    Answer plain = resolve(name, arguments);
    if (plain instanceof Answer.Resolved resolved
        && !BLIND_TO_DUPLICATES.contains(resolved.function().name())) {
      return ListFunctions.distinct(resolved.function());
    }
    return plain;
  }

  @Override
  public Resolution resolve(String name, List<Expression> arguments, boolean distinct) {
    Answer answer = resolveTyped(name, arguments, distinct);
    if (answer instanceof Answer.Refused refused) {
      FunctionEntry entry = entries.get(name.toLowerCase(Locale.ROOT));
      String signature = entry == null ? name + "()" : entry.signature();
      return new Resolution.Refused(signature, refused.message());
    }
    AggregateFunction function = ((Answer.Resolved) answer).function();
    List<DataType> types = new ArrayList<>(function.arguments());
    arguments.stream().skip(types.size()).map(Expression::type).forEach(types::add);
    return new Resolution.Resolved(function.name(), types, function.type(), function.nullable());
  }

  /** The function of a call that {@link #resolve(String, List, boolean)} accepted. */
  public AggregateFunction function(AggregateCall call) {
    Answer answer = resolveTyped(call.function(), call.arguments(), call.distinct());
    if (answer instanceof Answer.Resolved resolved) {
      return resolved.function();
    }
    throw new IllegalArgumentException("not a resolved call: " + call.canonical());
  }

  private Answer resolveTyped(String name, List<Expression> arguments, boolean distinct) {
    List<AggregateArgument> typed = arguments.stream().map(ConstantArguments::of).toList();
    return distinct ? resolveDistinct(name, typed) : resolve(name, typed);
  }
}
