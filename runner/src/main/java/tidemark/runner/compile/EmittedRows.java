package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.KeyedRule;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.LogicalOp.TimeDomain;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.runner.spec.NamedText;
import tidemark.runner.spec.StepSpec;

/**
 * The rows that a keyed step gives out: every {@code emit} has the same columns, matched by name in
 * the first one's order, their types widened to a common one.
 *
 * @param rules the rules with their columns in that order and of those types
 */
record EmittedRows(Schema schema, List<KeyedRule> rules) {
  EmittedRows {
    rules = List.copyOf(rules);
  }

  /** Brings the rules' rows together; empty, and reported, if they do not fit (TM316). */
  static Optional<EmittedRows> of(
      StepSpec.Stateful step, List<RuleDraft> drafts, Diagnostics found) {
    List<RuleDraft> emitting = drafts.stream().filter(d -> d.rule().emit().isPresent()).toList();
    if (emitting.isEmpty()) {
      found.error(
          Code.TM104,
          step.operator(),
          "`" + step.id().value() + "` never gives a row out",
          "add `emit: {…}` to a rule or to `on_timeout`");
      return Optional.empty();
    }
    boolean sameNames = true;
    for (RuleDraft draft : emitting) {
      sameNames &= hasNames(draft, names(emitting.get(0)), found);
    }
    return sameNames
        ? Optional.of(emitting).flatMap(e -> widened(e, drafts, found))
        : Optional.empty();
  }

  private static List<String> names(RuleDraft draft) {
    return columns(draft).stream().map(NamedExpression::name).toList();
  }

  private static List<NamedExpression> columns(RuleDraft draft) {
    return draft.rule().emit().orElseThrow();
  }

  private static boolean hasNames(RuleDraft draft, List<String> names, Diagnostics found) {
    List<String> missing = names.stream().filter(n -> !names(draft).contains(n)).toList();
    List<String> extra = names(draft).stream().filter(n -> !names.contains(n)).toList();
    if (missing.isEmpty() && extra.isEmpty()) {
      return true;
    }
    found.error(
        Code.TM316,
        draft.emit().get(0).name().span(),
        "this row"
            + (missing.isEmpty() ? "" : " lacks " + quoted(missing))
            + (missing.isEmpty() || extra.isEmpty() ? "" : " and")
            + (extra.isEmpty() ? "" : " has " + quoted(extra) + " besides")
            + ", compared with the first `emit` of the step",
        "give every `emit` of the step the same columns; write `NULL` where there is no value");
    return false;
  }

  private static String quoted(List<String> names) {
    return String.join(", ", names.stream().map(n -> "`" + n + "`").toList());
  }

  private static Optional<EmittedRows> widened(
      List<RuleDraft> emitting, List<RuleDraft> drafts, Diagnostics found) {
    List<Field> fields = new ArrayList<>();
    boolean fits = true;
    for (String name : names(emitting.get(0))) {
      Optional<Field> field = widened(name, emitting, found);
      field.ifPresent(fields::add);
      fits &= field.isPresent();
    }
    Schema schema = new Schema(fields);
    return fits
        ? Optional.of(
            new EmittedRows(
                schema,
                drafts.stream()
                    .map(d -> d.emitting(d.rule().emit().map(c -> ordered(c, schema))))
                    .toList()))
        : Optional.empty();
  }

  private static Optional<Field> widened(String name, List<RuleDraft> emitting, Diagnostics found) {
    DataType type = SimpleType.VOID;
    boolean nullable = false;
    for (RuleDraft draft : emitting) {
      NamedExpression column = column(columns(draft), name);
      Optional<DataType> common = Coercion.common(type, column.expression().type());
      boolean readsText =
          type != SimpleType.VOID
              && column.expression().type() != SimpleType.VOID
              && (type == SimpleType.STRING) != (column.expression().type() == SimpleType.STRING);
      if (common.isEmpty() || readsText) {
        NamedText text =
            draft.emit().stream()
                .filter(t -> t.name().value().equals(name))
                .findFirst()
                .orElseThrow();
        found.error(
            Code.TM316,
            text.expression().span(),
            "`%s` is %s here but %s before"
                .formatted(name, column.expression().type().ddl(), type.ddl()),
            "cast one of the two");
        return Optional.empty();
      }
      type = common.get();
      nullable |= column.expression().nullable();
    }
    return Optional.of(new Field(name, type, nullable));
  }

  private static NamedExpression column(List<NamedExpression> columns, String name) {
    return columns.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  private static List<NamedExpression> ordered(List<NamedExpression> columns, Schema schema) {
    return schema.fields().stream()
        .map(
            f ->
                new NamedExpression(
                    f.name(), Coercion.to(column(columns, f.name()).expression(), f.type())))
        .toList();
  }

  /**
   * The column that carries event time: in every row the event time of the row that the rule was
   * for, or the time at which the time-out was due. Neither is ever late for a step that follows.
   */
  Optional<EventTime> eventTime(Keyed keyed, PlanNode input) {
    if (keyed.domain() != TimeDomain.EVENT_TIME) {
      return Optional.empty();
    }
    for (int i = 0; i < schema.size(); i++) {
      if (isEventTime(i, keyed, input)) {
        EventTime above = input.eventTime().orElseThrow();
        return Optional.of(new EventTime(i, above.kind(), above.delayMillis()));
      }
    }
    return Optional.empty();
  }

  private static boolean isEventTime(int column, Keyed keyed, PlanNode input) {
    boolean inRules =
        keyed.rules().stream()
            .flatMap(r -> r.emit().stream())
            .allMatch(e -> EventTimes.isEventTime(input, e.get(column).expression()));
    boolean inTimeout =
        keyed.onTimeout().stream()
            .flatMap(r -> r.emit().stream())
            .allMatch(e -> isDueTime(e.get(column).expression()));
    return inRules && inTimeout;
  }

  private static boolean isDueTime(Expression expression) {
    return expression instanceof ColumnReference c && c.name().equals(Keyed.TIMED_OUT_AT);
  }
}
