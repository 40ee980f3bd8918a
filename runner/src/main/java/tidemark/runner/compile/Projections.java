package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.plan.LogicalOp.Project;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.runner.spec.NamedText;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.StepSpec;

/** The steps that only compute columns: select, with, drop, rename. */
final class Projections {
  private final Columns columns;
  private final UnknownColumns unknown;
  private final StepExpressions expressions;
  private final Diagnostics found;

  Projections(
      Columns columns, UnknownColumns unknown, StepExpressions expressions, Diagnostics found) {
    this.columns = columns;
    this.unknown = unknown;
    this.expressions = expressions;
    this.found = found;
  }

  /** Exactly the written columns. */
  Optional<PlanNode> select(StepSpec.Select step, PlanNode input) {
    List<NamedExpression> computed = computed(step.columns(), input);
    boolean unique = columns.areUnique(step.columns().stream().map(NamedText::name).toList());
    return unique
        ? Optional.of(checked(project(step, input, computed), broken(step.columns(), computed)))
        : Optional.empty();
  }

  /**
   * The input's columns, with those of a written name replaced in place and the others appended.
   * All expressions see the input's columns.
   */
  Optional<PlanNode> with(StepSpec.With step, PlanNode input) {
    List<NamedExpression> computed = computed(step.columns(), input);
    if (!columns.areUnique(step.columns().stream().map(NamedText::name).toList())) {
      return Optional.empty();
    }
    List<NamedExpression> result = new ArrayList<>(all(input));
    for (NamedExpression column : computed) {
      int at = positionToReplace(input.schema(), column.name());
      if (at < 0) {
        result.add(column);
      } else {
        result.set(at, column);
      }
    }
    Set<String> broken = broken(step.columns(), computed);
    result.removeIf(column -> broken.stream().anyMatch(column.name()::equalsIgnoreCase));
    return Optional.of(checked(project(step, input, result), broken));
  }

  private PlanNode checked(PlanNode node, Set<String> broken) {
    return broken.isEmpty() ? node : unknown.partial(node, broken);
  }

  /** The names of the columns that have an error. */
  private static Set<String> broken(List<NamedText> texts, List<NamedExpression> computed) {
    Set<String> names = new HashSet<>();
    texts.forEach(text -> names.add(text.name().value()));
    computed.forEach(column -> names.remove(column.name()));
    return names;
  }

  private static int positionToReplace(Schema schema, String name) {
    if (schema.find(name).isPresent()) {
      return schema.find(name).getAsInt();
    }
    for (int i = 0; i < schema.size(); i++) {
      if (schema.field(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The input's columns without the written ones. */
  Optional<PlanNode> drop(StepSpec.Drop step, PlanNode input) {
    Set<String> gone = new HashSet<>();
    boolean known = true;
    for (Placed<String> name : step.columns()) {
      Optional<ColumnReference> column = columns.find(input, name);
      known &= column.isPresent();
      column.ifPresent(c -> gone.add(c.name()));
    }
    List<NamedExpression> kept = all(input).stream().filter(c -> !gone.contains(c.name())).toList();
    if (!known) {
      return Optional.of(unknown.partial(project(step, input, kept), Set.of()));
    }
    if (kept.isEmpty()) {
      found.error(
          Code.TM304,
          step.operator(),
          "`" + step.id().value() + "` drops every column",
          "keep at least one column");
      return Optional.empty();
    }
    return Optional.of(project(step, input, kept));
  }

  /** The input's columns under the written names. */
  Optional<PlanNode> rename(StepSpec.Rename step, PlanNode input) {
    Map<String, Placed<String>> names = new HashMap<>();
    boolean known = true;
    for (StepSpec.Renaming renaming : step.columns()) {
      Optional<ColumnReference> column = columns.find(input, renaming.from());
      known &= column.isPresent();
      if (column.isPresent() && names.put(column.get().name(), renaming.to()) != null) {
        known = false;
        found.error(
            Code.TM206,
            renaming.from().span(),
            "`" + renaming.from().value() + "` is renamed twice",
            "use `with` to have a column under two names");
      }
    }
    if (!known) {
      return Optional.empty();
    }
    List<NamedExpression> renamed = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (Field field : input.schema().fields()) {
      if (!names.containsKey(field.name())) {
        taken.add(field.name());
      }
    }
    for (Field field : input.schema().fields()) {
      Placed<String> name = names.get(field.name());
      if (name != null && !taken.add(name.value())) {
        known = false;
        found.error(
            Code.TM206,
            name.span(),
            "two columns would be named `" + name.value() + "`",
            "drop or rename the other `" + name.value() + "`");
      }
      renamed.add(
          new NamedExpression(
              name == null ? field.name() : name.value(), Columns.reference(field)));
    }
    return known ? Optional.of(project(step, input, renamed)) : Optional.empty();
  }

  /** Those that have no error. */
  private List<NamedExpression> computed(List<NamedText> texts, PlanNode input) {
    List<NamedExpression> computed = new ArrayList<>();
    for (NamedText text : texts) {
      Optional<Expression> value = expressions.value(text.expression(), input);
      value.ifPresent(v -> computed.add(new NamedExpression(text.name().value(), v)));
    }
    return computed;
  }

  private static List<NamedExpression> all(PlanNode input) {
    return input.schema().fields().stream()
        .map(f -> new NamedExpression(f.name(), Columns.reference(f)))
        .toList();
  }

  private static PlanNode project(StepSpec step, PlanNode input, List<NamedExpression> computed) {
    return new PlanNode(
        "steps." + step.id().value(),
        new Project(computed),
        List.of(input),
        new Schema(computed.stream().map(NamedExpression::field).toList()),
        EventTimes.throughProjection(input, computed),
        step.id().span());
  }
}
