package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import tidemark.operators.aggregate.Accumulators;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.aggregate.AggregateFunction;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.aggregate.WithheldFunction;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Deduplicate;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.state.MissingField;
import tidemark.operators.state.RowForm;
import tidemark.operators.state.StoredField;
import tidemark.operators.state.StoredOrder;
import tidemark.operators.types.Field;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StateField.Initial;
import tidemark.runner.layout.StoreLayout;
import tidemark.runner.layout.StoreLayout.KeyPart;
import tidemark.runner.layout.StoreLayout.RowValue;
import tidemark.runner.meaning.JoinState;

/** How the rows of a step's stores are written and read, from what a plan generation says. */
public final class StoreForms {
  private static final AggregateCatalogue CATALOGUE = new AggregateCatalogue();

  private StoreForms() {}

  /**
   * How values are written, and how those of older layouts are read.
   *
   * @param mask what the layout's texts went through when they were stored
   */
  public static RowForm form(PlanNode node, StoreLayout store, UnaryOperator<String> mask) {
    return form(Optional.of(node.op()), store, mask);
  }

  /** The same; the operation is needed only where rows lack what an aggregate starts with. */
  static RowForm form(Optional<LogicalOp> op, StoreLayout store, UnaryOperator<String> mask) {
    if (store.rowValue() != RowValue.FIELDS || store.layout() == 1) {
      return RowForm.FIRST;
    }
    Map<Integer, List<StoredField>> layouts = new TreeMap<>();
    store
        .layouts()
        .forEach(
            (number, fields) ->
                layouts.put(
                    number,
                    fields.stream()
                        .map(f -> new StoredField(f.id(), f.type(), f.nullable()))
                        .toList()));
    return RowForm.of(store.layout(), layouts, missing(op, store, mask));
  }

  /**
   * The order of a step's keys, and of an aggregation's calls; empty for a store of another kind.
   *
   * @param mask what the layout's texts went through when they were stored
   */
  public static Optional<StoredOrder> order(
      PlanNode node, StoreLayout store, UnaryOperator<String> mask) {
    if (store.rowValue() != RowValue.FIELDS) {
      return Optional.empty();
    }
    List<String> names = keyNames(node);
    List<Integer> keys = new ArrayList<>();
    for (KeyPart part : store.rowKey()) {
      if (part.kind() == KeyPart.Kind.KEY) {
        keys.add(names.indexOf(name(store, part.field())));
      }
    }
    List<Integer> calls = new ArrayList<>();
    Set<Integer> withheld = new HashSet<>();
    if (node.op() instanceof Aggregate aggregate) {
      addCalls(texts(aggregate, mask), store, calls, withheld);
    }
    return Optional.of(new StoredOrder(keys, calls, withheld));
  }

  /** What the fields of a step's keys are called in its store, in the order of the step. */
  private static List<String> keyNames(PlanNode node) {
    if (node.op() instanceof Aggregate aggregate) {
      return aggregate.keys().stream().map(NamedExpression::name).toList();
    }
    if (node.op() instanceof Keyed keyed) {
      return keyed.keys().stream().map(NamedExpression::name).toList();
    }
    if (node.op() instanceof Deduplicate deduplicate) {
      return deduplicate.keys().stream().map(k -> node.input().schema().field(k).name()).toList();
    }
    return node.op() instanceof Join join ? JoinState.keyNames(join) : List.of();
  }

  private static String name(StoreLayout store, int id) {
    return store.key().stream().filter(f -> f.id() == id).findFirst().orElseThrow().name();
  }

  private static void addCalls(
      List<String> texts, StoreLayout store, List<Integer> calls, Set<Integer> withheld) {
    for (StateField field : store.value()) {
      int call = texts.indexOf(field.expression());
      if (call >= 0 && !calls.contains(call)) {
        calls.add(call);
      }
      if (call >= 0 && isWhole(field)) {
        withheld.add(call);
      }
    }
  }

  /** What the fields of an aggregation's calls say of themselves in its store. */
  private static List<String> texts(Aggregate aggregate, UnaryOperator<String> mask) {
    return aggregate.calls().stream().map(call -> mask.apply(call.canonical())).toList();
  }

  private static boolean isWhole(StateField field) {
    return field.name().equals(WithheldFunction.WHOLE.name());
  }

  /** What rows of older layouts hold of the fields that they lack. */
  private static Map<Integer, MissingField> missing(
      Optional<LogicalOp> op, StoreLayout store, UnaryOperator<String> mask) {
    Map<Integer, MissingField> missing = new HashMap<>();
    Map<Integer, byte[]> neutral = op.map(o -> neutral(o, store, mask)).orElse(Map.of());
    for (StateField field : store.value()) {
      Optional<Initial> initial = field.initial();
      if (initial.isEmpty()) {
        continue;
      }
      if (initial.get() instanceof Initial.Copied copied) {
        missing.put(field.id(), new MissingField.Copy(copied.field()));
      } else if (initial.get() instanceof Initial.Null) {
        missing.put(field.id(), new MissingField.Constant(new byte[] {0}));
      } else if (initial.get() instanceof Initial.Value value) {
        missing.put(field.id(), new MissingField.Constant(StoredValue.of(field, value.text())));
      } else {
        byte[] bytes = isWhole(field) ? new byte[] {0} : neutral.get(field.id());
        missing.put(field.id(), new MissingField.Constant(bytes));
      }
    }
    return missing;
  }

  /** The fields of the calls' accumulators before any row, by field id. */
  private static Map<Integer, byte[]> neutral(
      LogicalOp op, StoreLayout store, UnaryOperator<String> mask) {
    Map<Integer, byte[]> neutral = new HashMap<>();
    if (op instanceof Aggregate aggregate) {
      List<String> texts = texts(aggregate, mask);
      for (int call = 0; call < aggregate.calls().size(); call++) {
        String text = texts.get(call);
        List<StateField> fields =
            store.value().stream().filter(f -> f.expression().equals(text) && !isWhole(f)).toList();
        addNeutral(CATALOGUE.function(aggregate.calls().get(call)), fields, neutral);
      }
    }
    return neutral;
  }

  private static void addNeutral(
      AggregateFunction function, List<StateField> fields, Map<Integer, byte[]> neutral) {
    Accumulators accumulators = function.create();
    accumulators.ensure(1);
    StateWriter out = new StateWriter();
    accumulators.encode(0, out);
    byte[] all = out.toBytes();
    StateReader in = new StateReader(all);
    List<Field> state = function.state();
    for (int i = 0; i < state.size(); i++) {
      int start = in.position();
      in.skipField(state.get(i));
      neutral.put(fields.get(i).id(), java.util.Arrays.copyOfRange(all, start, in.position()));
    }
  }
}
