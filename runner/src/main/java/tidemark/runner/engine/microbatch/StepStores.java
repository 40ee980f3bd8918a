package tidemark.runner.engine.microbatch;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.state.RowForm;
import tidemark.operators.state.StateAccess;
import tidemark.operators.state.StateRows;
import tidemark.operators.state.StoredOrder;
import tidemark.runner.compile.StoreForms;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StoreLayout;
import tidemark.statestore.StateBackend;
import tidemark.statestore.StoreId;

/** The stores of one step as its plan generation describes them. */
final class StepStores implements StateAccess {
  private final StateBackend state;
  private final String owner;
  private final Map<String, RowForm> forms = new HashMap<>();
  private final Map<String, StoredOrder> orders = new HashMap<>();

  /**
   * @param mask what the layout's texts went through and the node's did not
   */
  StepStores(StateBackend state, PlanNode node, NodeLayout layout, UnaryOperator<String> mask) {
    this.state = state;
    this.owner = layout.storeOwner();
    for (StoreLayout store : layout.state().orElseThrow().stores()) {
      forms.put(store.name(), StoreForms.form(node, store, mask));
      StoreForms.order(node, store, mask).ifPresent(order -> orders.put(store.name(), order));
    }
  }

  /** True if no store has a row. */
  boolean isEmpty() {
    return forms.keySet().stream()
        .allMatch(name -> state.store(new StoreId(owner, name)).isEmpty());
  }

  @Override
  public StateRows rows(String store) {
    return new StateRows(
        state.store(new StoreId(owner, store)), forms.getOrDefault(store, RowForm.FIRST));
  }

  @Override
  public Optional<StoredOrder> order(String store) {
    return Optional.ofNullable(orders.get(store));
  }
}
