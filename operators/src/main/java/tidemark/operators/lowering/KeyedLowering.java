package tidemark.operators.lowering;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import tidemark.operators.Emitter;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.bind.Evaluators;
import tidemark.operators.failing.RowChecks;
import tidemark.operators.keyed.BoundRule;
import tidemark.operators.keyed.BoundRule.BoundSet;
import tidemark.operators.keyed.KeyedInputs;
import tidemark.operators.keyed.KeyedLogic;
import tidemark.operators.keyed.KeyedShape;
import tidemark.operators.keyed.ProcessorLogic;
import tidemark.operators.keyed.RuleColumns;
import tidemark.operators.keyed.RuleLogic;
import tidemark.operators.plan.KeyedRule;
import tidemark.operators.plan.KeyedWork;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.LogicalOp.TimeDomain;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.StateVariable;
import tidemark.operators.processor.ProcessorInput;
import tidemark.operators.state.StoredOrder;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Binds a keyed step of the plan to its input. Keys stand in stored order. */
final class KeyedLowering {
  private final PlanNode node;
  private final LogicalOp.Keyed op;
  private final StepBinding binding;
  private final Schema input;
  private final List<Integer> order;
  private final List<NamedExpression> keys;
  private final List<Integer> keptColumns;
  private final RuleColumns columns;

  KeyedLowering(
      PlanNode node, LogicalOp.Keyed op, StepBinding binding, Optional<StoredOrder> stored) {
    this.node = node;
    this.op = op;
    this.binding = binding;
    this.input = node.input().schema();
    this.order =
        stored
            .map(StoredOrder::keys)
            .orElseGet(() -> IntStream.range(0, op.keys().size()).boxed().toList());
    this.keys = order.stream().map(op.keys()::get).toList();
    Set<String> names = names(op.rules());
    this.keptColumns =
        IntStream.range(0, input.size())
            .filter(i -> isCode() || names.contains(input.field(i).name()))
            .boxed()
            .toList();
    this.columns = columns(names);
  }

  KeyedShape shape() {
    return new KeyedShape(
        columns.keyTypes(),
        this::inputs,
        kept(),
        keptColumns,
        op.state().stream().map(StateVariable::field).toList(),
        op.state().stream().map(this::initial).toList(),
        op.domain() == TimeDomain.EVENT_TIME,
        this::logic);
  }

  private boolean isCode() {
    return op.work() instanceof KeyedWork.Processor;
  }

  private Schema kept() {
    return new Schema(keptColumns.stream().map(input::field).toList());
  }

  private RuleColumns columns(Set<String> names) {
    List<Field> rules = new ArrayList<>(kept().fields());
    List<Integer> read = variables(names);
    read.forEach(v -> rules.add(column(op.state().get(v))));
    List<DataType> keyTypes = keys.stream().map(k -> k.expression().type()).toList();
    List<Field> onTimeout = new ArrayList<>();
    keys.forEach(k -> onTimeout.add(k.field()));
    onTimeout.add(Field.notNull(dueColumn(), SimpleType.TIMESTAMP));
    List<Integer> readOnTimeout = variables(names(op.onTimeout().stream().toList()));
    readOnTimeout.forEach(v -> onTimeout.add(column(op.state().get(v))));
    return new RuleColumns(new Schema(rules), read, keyTypes, new Schema(onTimeout), readOnTimeout);
  }

  /** A key of the same name hides it. */
  private String dueColumn() {
    String name = LogicalOp.Keyed.TIMED_OUT_AT;
    return op.keys().stream().anyMatch(k -> k.name().equals(name)) ? "$" + name : name;
  }

  private static Set<String> names(List<KeyedRule> rules) {
    Set<String> names = new LinkedHashSet<>();
    rules.forEach(r -> r.expressions().forEach(e -> names.addAll(Expressions.columns(e))));
    return names;
  }

  private List<Integer> variables(Set<String> names) {
    return IntStream.range(0, op.state().size())
        .filter(i -> names.contains(op.state().get(i).reference()))
        .boxed()
        .toList();
  }

  private static Field column(StateVariable variable) {
    return Field.of(variable.reference(), variable.type());
  }

  private Column initial(StateVariable variable) {
    Batch one = new Batch(new Schema(List.of()), new Column[0], 1);
    return Evaluators.bind(variable.initial(), one.schema(), binding.evaluation())
        .evaluate(one, Selection.all(1));
  }

  private KeyedInputs inputs() {
    Optional<Evaluator> time =
        op.domain() == TimeDomain.EVENT_TIME
            ? node.input().eventTime().map(t -> (batch, rows) -> batch.column(t.column()))
            : Optional.empty();
    return new KeyedInputs(binding.valuesOf(keys, input), time);
  }

  private KeyedLogic logic(Emitter out) {
    if (op.work() instanceof KeyedWork.Processor processor) {
      ProcessorInput given = new ProcessorInput(input, processor.options());
      return new ProcessorLogic(
          processor.code().name(),
          () -> processor.code().open(given),
          new Schema(op.keys().stream().map(NamedExpression::field).toList()),
          order,
          op.state().stream().map(StateVariable::field).toList(),
          node.schema(),
          out);
    }
    List<BoundRule> rules = new ArrayList<>();
    for (int i = 0; i < op.rules().size(); i++) {
      List<KeyedRule> later = op.rules().subList(i + 1, op.rules().size());
      rules.add(
          bind(op.rules().get(i), binding, columns.rules(), refreshed(op.rules().get(i), later)));
    }
    return new RuleLogic(
        columns,
        rules,
        op.onTimeout().map(r -> bind(r, binding.stopping(), columns.onTimeout(), List.of())),
        node.schema(),
        out);
  }

  /** What the rule changes and a later one reads, as positions among the variables read. */
  private List<Integer> refreshed(KeyedRule rule, List<KeyedRule> later) {
    Set<String> readLater = names(later);
    Set<String> set = new LinkedHashSet<>();
    rule.sets().forEach(s -> set.add(s.name()));
    List<Integer> refreshed = new ArrayList<>();
    for (int i = 0; i < columns.read().size(); i++) {
      StateVariable variable = op.state().get(columns.read().get(i));
      boolean changes = rule.clears() || set.contains(variable.name());
      if (changes && readLater.contains(variable.reference())) {
        refreshed.add(i);
      }
    }
    return refreshed;
  }

  private BoundRule bind(
      KeyedRule rule, StepBinding guarded, Schema schema, List<Integer> refreshed) {
    List<BoundSet> sets = new ArrayList<>();
    for (NamedExpression set : rule.sets()) {
      sets.add(new BoundSet(variable(set.name()), bind(set.expression(), schema)));
    }
    return new BoundRule(
        rule.when().map(w -> guarded.filter(w, schema)),
        rule.clears(),
        sets,
        rule.emit().map(e -> e.stream().map(c -> bind(c.expression(), schema)).toList()),
        rule.timeoutMicros(),
        refreshed,
        guarded.guard(() -> computed(rule, guarded, schema)));
  }

  /** What the rule computes of the rows on which it acts. */
  private static RowChecks computed(KeyedRule rule, StepBinding guarded, Schema schema) {
    RowChecks checks = new RowChecks();
    guarded.values(checks, Lowering.expressions(rule.sets()), schema);
    rule.emit().ifPresent(e -> guarded.values(checks, Lowering.expressions(e), schema));
    return checks;
  }

  private int variable(String name) {
    return IntStream.range(0, op.state().size())
        .filter(i -> op.state().get(i).name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Evaluator bind(Expression expression, Schema schema) {
    return Evaluators.bind(expression, schema, binding.evaluation());
  }
}
