package tidemark.runner.meaning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Field;
import tidemark.runner.layout.Reading;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.Widening;

/**
 * One input of a step, as what it is made of; gives expressions over the input their meaning, and
 * remembers which columns they need.
 */
final class StepInput {
  /** Functions whose stored values stay right when their argument's type becomes wider. */
  private static final Set<String> FOLLOW_WIDENING =
      Set.of("min", "max", "sum", "count", "avg", "first", "last", "any_value", "min_by", "max_by");

  private final List<Origin> origins;
  private final List<Set<String>> used = new ArrayList<>();
  private final List<Map<String, String>> values = new ArrayList<>();
  private final List<Map<String, String>> passed = new ArrayList<>();

  StepInput(PlanNode input) {
    this.origins = Origin.of(input);
    for (Origin origin : origins) {
      Set<String> columns = new TreeSet<>();
      origin.where().forEach(w -> columns.addAll(Expressions.columns(w)));
      used.add(columns);
      values.add(new TreeMap<>());
      passed.add(new TreeMap<>());
    }
  }

  /** What the input is made of, with the columns that were needed so far. */
  Reading reading() {
    List<Reading.Branch> branches = new ArrayList<>();
    for (int i = 0; i < origins.size(); i++) {
      Origin origin = origins.get(i);
      branches.add(
          new Reading.Branch(
              origin.from().id(),
              origin.watermarks(),
              origin.conditions(),
              List.copyOf(used.get(i)),
              values.get(i),
              passed.get(i)));
    }
    return new Reading(branches);
  }

  /** The meaning of an expression over the input's columns, one text a branch. */
  List<String> meaning(Expression expression) {
    return each(origin -> text(withoutWidening(use(origin, expression))));
  }

  /** Notes that a column of the input steers what the step keeps, without being kept itself. */
  void steer(Field column) {
    for (int i = 0; i < origins.size(); i++) {
      values.get(i).put(column.name(), text(use(origins.get(i), reference(column))));
    }
  }

  /** Notes that the step hands a column of the input on, whatever it keeps. */
  void pass(Field column) {
    pass(column.name(), origin -> origin.resolve(reference(column)));
  }

  /** Notes that the step hands on a column, and what that is for rows of an origin. */
  void pass(String column, Function<Origin, Expression> value) {
    for (int i = 0; i < origins.size(); i++) {
      passed.get(i).put(column, text(withoutWidening(value.apply(origins.get(i)))));
    }
  }

  /** Where all rows come from, if that is one place. */
  Optional<Origin> onlyOrigin() {
    return origins.size() == 1 ? Optional.of(origins.get(0)) : Optional.empty();
  }

  private static ColumnReference reference(Field column) {
    return new ColumnReference(column.name(), column.type(), column.nullable());
  }

  /** The meaning of an aggregate call over the input's columns, one text a branch. */
  List<String> meaning(AggregateCall call) {
    return each(origin -> text(origin, call));
  }

  private List<String> each(Function<Origin, String> text) {
    return origins.stream().map(text).toList();
  }

  private String text(Origin origin, AggregateCall call) {
    boolean follows = FOLLOW_WIDENING.contains(call.function());
    List<Expression> arguments =
        call.arguments().stream()
            .map(a -> use(origin, a))
            .map(a -> follows ? withoutWidening(a) : a)
            .toList();
    AggregateCall resolved =
        new AggregateCall(
            call.function(),
            arguments,
            call.distinct(),
            call.filter().map(f -> use(origin, f)),
            call.type(),
            call.nullable());
    boolean zoned =
        arguments.stream().anyMatch(ZoneUse::isIn)
            || resolved.filter().filter(ZoneUse::isIn).isPresent();
    String zone = zoned ? StateField.IN_ZONE : "";
    String types =
        call.arguments().stream().map(a -> a.type().ddl()).collect(Collectors.joining(", "));
    String typed =
        Stream.concat(arguments.stream(), resolved.filter().stream())
            .map(TypeUse::text)
            .collect(Collectors.joining());
    return resolved.canonical() + (follows ? "" : " of " + types) + typed + zone;
  }

  private Expression use(Origin origin, Expression expression) {
    Expression resolved = origin.resolve(expression);
    used.get(origins.indexOf(origin)).addAll(Expressions.columns(resolved));
    return resolved;
  }

  /** The canonical text, marked where it depends on types, and where on the time zone. */
  static String text(Expression expression) {
    return expression.canonical()
        + TypeUse.text(expression)
        + (ZoneUse.isIn(expression) ? StateField.IN_ZONE : "");
  }

  private static Expression withoutWidening(Expression expression) {
    Expression bare = expression;
    while (bare instanceof Cast cast
        && cast.mode() != Cast.Mode.TRYING
        && Widening.keepsValues(cast.operand().type(), cast.type())) {
      bare = cast.operand();
    }
    return bare;
  }
}
