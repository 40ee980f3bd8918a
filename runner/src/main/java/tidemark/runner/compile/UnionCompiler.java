package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.LogicalOp.Project;
import tidemark.operators.plan.LogicalOp.Union;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.runner.spec.StepSpec;

/**
 * Unions: columns matched by name in the first input's order, types widened to a common one. An
 * input that differs from the result gets a projection of its own, {@code steps.u.1} for the first.
 */
final class UnionCompiler {
  private final Diagnostics found;
  private final Map<String, PlanFacts.LostEventTime> lost = new HashMap<>();

  UnionCompiler(Diagnostics found) {
    this.found = found;
  }

  /** The unions whose rows have no event time although an input's rows have one. */
  Map<String, PlanFacts.LostEventTime> lostEventTimes() {
    return lost;
  }

  /** The union of the inputs; empty, and reported, if they do not fit together. */
  Optional<PlanNode> compile(StepSpec.Union step, List<PlanNode> inputs) {
    PlanNode first = inputs.get(0);
    List<List<Integer>> positions = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      Optional<List<Integer>> matched = match(step, first, inputs.get(i), i);
      matched.ifPresent(positions::add);
    }
    if (positions.size() < inputs.size()) {
      return Optional.empty();
    }
    Optional<Schema> schema = commonSchema(step, inputs, positions);
    if (schema.isEmpty()) {
      return Optional.empty();
    }
    List<PlanNode> aligned = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      aligned.add(align(step, inputs.get(i), positions.get(i), schema.get(), i));
    }
    String id = "steps." + step.id().value();
    return Optional.of(
        new PlanNode(
            id, new Union(), aligned, schema.get(), eventTimes(id, aligned), step.id().span()));
  }

  /** For each column of the first input, the position of the same column in the other. */
  private Optional<List<Integer>> match(
      StepSpec.Union step, PlanNode first, PlanNode input, int index) {
    List<Integer> positions = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (Field field : first.schema().fields()) {
      OptionalInt at = find(input.schema(), field.name());
      if (at.isPresent()) {
        positions.add(at.getAsInt());
      } else {
        missing.add(field.name());
      }
    }
    List<String> extra =
        input.schema().names().stream().filter(n -> find(first.schema(), n).isEmpty()).toList();
    if (missing.isEmpty() && extra.isEmpty()) {
      return Optional.of(positions);
    }
    String names = "`" + step.inputs().get(index).value() + "`";
    String differs =
        (missing.isEmpty() ? "" : " lacks " + quoted(missing))
            + (missing.isEmpty() || extra.isEmpty() ? "" : " and")
            + (extra.isEmpty() ? "" : " has " + quoted(extra) + " besides");
    found.error(
        Code.TM207,
        step.inputs().get(index).span(),
        names + differs + ", compared with `" + step.inputs().get(0).value() + "`",
        "give all inputs of a union the same columns, with `select`, `drop` or `rename`");
    return Optional.empty();
  }

  private static OptionalInt find(Schema schema, String name) {
    if (schema.find(name).isPresent()) {
      return schema.find(name);
    }
    List<String> alike = schema.names().stream().filter(name::equalsIgnoreCase).toList();
    return alike.size() == 1 ? schema.find(alike.get(0)) : OptionalInt.empty();
  }

  private static String quoted(List<String> names) {
    return String.join(", ", names.stream().map(n -> "`" + n + "`").toList());
  }

  private Optional<Schema> commonSchema(
      StepSpec.Union step, List<PlanNode> inputs, List<List<Integer>> positions) {
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < inputs.get(0).schema().size(); c++) {
      Field common = inputs.get(0).schema().field(c);
      for (int i = 1; i < inputs.size(); i++) {
        Field other = inputs.get(i).schema().field(positions.get(i).get(c));
        Optional<DataType> type = Coercion.common(common.type(), other.type());
        if (type.isEmpty()) {
          found.error(
              Code.TM207,
              step.inputs().get(i).span(),
              "`%s` is %s in `%s` but %s before"
                  .formatted(
                      other.name(),
                      other.type().ddl(),
                      step.inputs().get(i).value(),
                      common.type().ddl()),
              "cast one of the two in a step before the union");
          return Optional.empty();
        }
        common = new Field(common.name(), type.get(), common.nullable() || other.nullable());
      }
      fields.add(common);
    }
    return Optional.of(new Schema(fields));
  }

  private static PlanNode align(
      StepSpec.Union step, PlanNode input, List<Integer> positions, Schema schema, int index) {
    List<NamedExpression> columns = new ArrayList<>();
    boolean same = input.schema().size() == schema.size();
    for (int c = 0; c < schema.size(); c++) {
      Field from = input.schema().field(positions.get(c));
      Field to = schema.field(c);
      Expression value = Columns.reference(from);
      if (!from.type().equals(to.type())) {
        value = Coercion.to(value, to.type());
      }
      same &=
          positions.get(c) == c && from.type().equals(to.type()) && from.name().equals(to.name());
      columns.add(new NamedExpression(to.name(), value));
    }
    if (same) {
      return input;
    }
    return new PlanNode(
        "steps." + step.id().value() + "." + (index + 1),
        new Project(columns),
        List.of(input),
        new Schema(columns.stream().map(NamedExpression::field).toList()),
        EventTimes.throughProjection(input, columns),
        step.id().span());
  }

  /** The event-time columns that all inputs have; otherwise it is noted why there is none. */
  private List<EventTime> eventTimes(String id, List<PlanNode> inputs) {
    List<EventTime> common = new ArrayList<>();
    for (EventTime first : inputs.get(0).eventTimes()) {
      List<EventTime> same = inputs.stream().flatMap(i -> like(first, i).stream()).toList();
      if (same.size() == inputs.size()) {
        long delay = same.stream().mapToLong(EventTime::delayMillis).max().orElseThrow();
        common.add(new EventTime(first.column(), first.kind(), delay));
      }
    }
    if (common.isEmpty() && inputs.stream().anyMatch(i -> !i.eventTimes().isEmpty())) {
      boolean partial = inputs.stream().anyMatch(i -> i.eventTimes().isEmpty());
      lost.put(id, partial ? PlanFacts.LostEventTime.PARTIAL : PlanFacts.LostEventTime.DIFFERENT);
    }
    return common;
  }

  private static Optional<EventTime> like(EventTime time, PlanNode input) {
    return input.eventTimes().stream()
        .filter(t -> t.column() == time.column() && t.kind() == time.kind())
        .findFirst();
  }
}
