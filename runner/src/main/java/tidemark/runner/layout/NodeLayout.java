package tidemark.runner.layout;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.types.Field;

/**
 * One node of the plan.
 *
 * @param id {@code sources.x}, {@code steps.x} or {@code sinks.x}; of a source's watermark {@code
 *     sources.x.watermark}
 * @param inputs ids, in the order of the step's inputs
 * @param operator {@code scan}, {@code filter}, {@code aggregate} …
 * @param texts what it does, one canonical text a part: {@code condition}, {@code window} …
 * @param lists what it does, several texts a part: {@code by}, {@code compute} …
 * @param columns what it yields
 * @param eventTime the column that carries its rows' event time
 * @param reads where the rows of each input come from; only for nodes that keep state
 * @param state what it keeps
 * @param draining earlier definitions whose rows close under the old rules; their stores stand
 *     beside those of {@code state}
 */
public record NodeLayout(
    String id,
    List<String> inputs,
    String operator,
    Map<String, String> texts,
    Map<String, List<String>> lists,
    List<Field> columns,
    Optional<EventColumn> eventTime,
    List<Reading> reads,
    Optional<StateLayout> state,
    List<NodeLayout> draining) {
  /**
   * Among {@link #lists} of a watermark: what rows satisfy that move it, also by filters that stand
   * behind it and act before; early releases did not note it.
   */
  public static final String FILTERS = "filters";

  public NodeLayout {
    inputs = List.copyOf(inputs);
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
    lists = Collections.unmodifiableMap(new LinkedHashMap<>(lists));
    columns = List.copyOf(columns);
    reads = List.copyOf(reads);
    draining = List.copyOf(draining);
  }

  /**
   * A column with event time.
   *
   * @param kind {@code instant} or {@code window_end}
   */
  public record EventColumn(String column, String kind) {}

  /** A part of one text. */
  public Optional<String> text(String part) {
    return Optional.ofNullable(texts.get(part));
  }

  /** A part of several texts; empty if the node has none of this name. */
  public List<String> list(String part) {
    return lists.getOrDefault(part, List.of());
  }

  /** True if both do the same with their rows, whatever their ids, inputs and state. */
  public boolean doesTheSameAs(NodeLayout other) {
    return operator.equals(other.operator)
        && texts.equals(other.texts)
        && lists.equals(other.lists);
  }

  /** The owner of its stores in the state. */
  public String storeOwner() {
    return state.flatMap(StateLayout::owner).orElse(id);
  }

  /** The same with its stores under another owner. */
  public NodeLayout ownedBy(String other) {
    StateLayout stores = state.orElseThrow();
    Optional<String> kept = other.equals(id) ? Optional.empty() : Optional.of(other);
    return withState(
        new StateLayout(stores.encoding(), stores.nextFieldId(), stores.stores(), kept));
  }

  /** The same with another state. */
  public NodeLayout withState(StateLayout other) {
    return new NodeLayout(
        id,
        inputs,
        operator,
        texts,
        lists,
        columns,
        eventTime,
        reads,
        Optional.of(other),
        draining);
  }

  /** The same with earlier definitions that still close. */
  public NodeLayout withDraining(List<NodeLayout> earlier) {
    return new NodeLayout(
        id, inputs, operator, texts, lists, columns, eventTime, reads, state, earlier);
  }
}
