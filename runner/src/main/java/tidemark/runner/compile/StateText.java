package tidemark.runner.compile;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.join.JoinOperator;
import tidemark.operators.plan.KeyedRule;
import tidemark.operators.plan.KeyedWork;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Deduplicate;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.LogicalOp.Limit;
import tidemark.operators.plan.LogicalOp.Memory;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.Side;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StateLayout;
import tidemark.runner.layout.StoreLayout;
import tidemark.runner.meaning.StateSchemas;

/** What a stateful step keeps, and until when. */
final class StateText {
  private StateText() {}

  /** Nothing for a step without state. */
  static void write(PlanNode node, OutputMode mode, Page page) {
    Optional<StateLayout> state = StateSchemas.of(node);
    if (state.isEmpty() || node.op() instanceof Limit && mode == OutputMode.COMPLETE) {
      return;
    }
    if (node.op() instanceof Join join) {
      writeJoin(join, state.get(), page);
      return;
    }
    for (StoreLayout store : state.get().stores()) {
      if (!store.key().isEmpty() || !store.value().isEmpty()) {
        page.entry("state key", texts(store.key()));
        page.entry(
            "state value", store.value().isEmpty() ? List.of("nothing") : texts(store.value()));
      }
    }
    if (node.op() instanceof Aggregate aggregate) {
      page.entry("dropped", dropped(aggregate, mode));
    } else if (node.op() instanceof Keyed keyed) {
      page.entry("dropped", dropped(keyed));
    } else if (node.op() instanceof Deduplicate deduplicate) {
      page.entry("dropped", dropped(node, deduplicate));
    } else {
      page.entry("dropped", "never: one number that counts over the pipeline's whole life");
    }
  }

  private static String dropped(Keyed keyed) {
    if (keyed.work() instanceof KeyedWork.Processor processor) {
      return "when the processor " + processor.code().name() + " clears the key";
    }
    boolean clears = keyed.rules().stream().anyMatch(KeyedRule::clears);
    String byRule = clears ? "when a rule clears the key" : "";
    if (!keyed.armsTimeouts()) {
      return clears ? byRule + "; no time-out does" : "never: nothing clears a key";
    }
    String byTime =
        switch (keyed.domain()) {
          case EVENT_TIME -> "when the watermark reaches the key's time-out";
          case PROCESSING_TIME -> "when a micro-batch's time reaches the key's time-out";
        };
    String atTimeout = keyed.onTimeout().orElseThrow().clears() ? byTime : "";
    return String.join(
        ", and ", Stream.of(byRule, atTimeout).filter(text -> !text.isEmpty()).toList());
  }

  /** How long rows are kept is said with what the join does. */
  private static void writeJoin(Join join, StateLayout state, Page page) {
    for (Side side : Side.values()) {
      StoreLayout store = state.store(JoinOperator.rowsOf(side)).orElseThrow();
      List<StateField> columns =
          store.value().stream().filter(f -> !f.name().startsWith("$")).toList();
      page.entry(
          side.word() + " state",
          columns.isEmpty() ? List.of("keys and times only") : texts(columns));
      if (join.kind().keepsAlone(side)) {
        page.entry("", "handed out when dropped, if it has found no partner");
      }
    }
  }

  private static List<String> texts(List<StateField> fields) {
    return fields.stream()
        .map(
            f ->
                f.name()
                    + ": "
                    + f.type().ddl()
                    + (f.nullable() ? "" : " not null")
                    + " = "
                    + f.expression())
        .toList();
  }

  private static String dropped(PlanNode node, Deduplicate op) {
    if (op.memory() instanceof Memory.UntilKey until) {
      return "when the watermark reaches "
          + node.schema().field(op.keys().get(until.key())).name()
          + "; a null one never";
    }
    return op.memory() instanceof Memory.After
        ? "when the watermark reaches expires_at"
        : "never: nothing forgets a key";
  }

  private static String dropped(Aggregate aggregate, OutputMode mode) {
    if (mode == OutputMode.COMPLETE) {
      return "never: complete mode hands out all groups";
    }
    String then =
        mode == OutputMode.APPEND
            ? ", and handed out then"
            : aggregate.updates().closingRow()
                ? ", and handed out then with _final = true"
                : ", without being handed out again";
    if (aggregate.expiry() instanceof Expiry.ByWindow) {
      return "when the watermark reaches window_end" + then;
    }
    if (aggregate.expiry() instanceof Expiry.ByKey byKey) {
      NamedExpression key = aggregate.keys().get(byKey.key());
      return "when the watermark reaches " + key.name() + then;
    }
    return "never: nothing closes a group";
  }
}
