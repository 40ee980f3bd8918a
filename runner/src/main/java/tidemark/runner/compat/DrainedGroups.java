package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateLayout;
import tidemark.runner.layout.StoreLayout;
import tidemark.runner.yaml.Secrets;

/**
 * What the groups of an aggregation's earlier definitions hand out after a change of the step. They
 * close as they would have, in the columns that the step has now: a result that goes on is what it
 * was, whatever it is called now; one that is new, or stands for something else, is computed from
 * what the groups hold. Where they do not hold what it needs, the definition lacks it.
 *
 * <p>A stored call is known by its meaning, which every change brings to the terms of the plan that
 * it leads to; one that the step does not have any more has none.
 */
final class DrainedGroups {
  private static final String IS = " = ";
  private static final String KEY = "its key ";

  private final NodeLayout now;
  private final CallMatch calls;
  private final Map<String, String> keys;
  private final Map<String, String> continued;

  /**
   * @param keys old names of keys that are renamed, with their new ones
   * @param continued names of results with those of the old ones that they go on with
   */
  DrainedGroups(
      NodeLayout now, CallMatch calls, Map<String, String> keys, Map<String, String> continued) {
    this.now = now;
    this.calls = calls;
    this.keys = Map.copyOf(keys);
    this.continued = Map.copyOf(continued);
  }

  /** An earlier definition as it is under the new plan. */
  NodeLayout carried(NodeLayout earlier) {
    Calls its = Calls.of(earlier);
    Map<String, String> held = HeldCalls.of(earlier, calls);
    Map<String, String> texts = new LinkedHashMap<>(earlier.texts());
    texts.computeIfPresent(
        "closed_by", (part, by) -> by.startsWith(KEY) ? KEY + key(by.substring(KEY.length())) : by);
    Map<String, List<String>> lists = new LinkedHashMap<>(earlier.lists());
    lists.put("by", earlier.list("by").stream().map(this::by).toList());
    lists.put("compute", compute(its, held));
    lists.remove("updates");
    if (!now.list("updates").isEmpty()) {
      lists.put("updates", now.list("updates"));
    }
    return new NodeLayout(
        earlier.id(),
        earlier.inputs(),
        earlier.operator(),
        texts,
        lists,
        now.columns(),
        earlier.eventTime(),
        earlier.reads(),
        earlier.state().map(state -> state(state, held)),
        List.of());
  }

  private List<String> compute(Calls its, Map<String, String> held) {
    List<String> compute = new ArrayList<>();
    calls
        .after()
        .results()
        .forEach(
            (name, text) ->
                result(name, text, its, held).ifPresent(is -> compute.add(name + IS + is)));
    return compute;
  }

  private Optional<String> result(String name, String text, Calls its, Map<String, String> held) {
    if (continued.containsKey(name)) {
      return Optional.ofNullable(its.results().get(continued.get(name)))
          .map(was -> its.with(was, UnaryOperator.identity(), keys));
    }
    boolean known = !text.contains(Secrets.MASK);
    return known && held.keySet().containsAll(calls.after().in(text))
        ? Optional.of(calls.after().with(text, held::get, Map.of()))
        : Optional.empty();
  }

  private String by(String key) {
    String[] parts = key.split(IS, 2);
    return key(parts[0]) + IS + parts[1];
  }

  private String key(String name) {
    return keys.getOrDefault(name, name);
  }

  private StateLayout state(StateLayout state, Map<String, String> held) {
    Map<String, List<String>> meanings = new HashMap<>();
    held.forEach((call, its) -> meanings.put(its, calls.after().fields(call).get(0).meaning()));
    return new StateLayout(
        state.encoding(),
        state.nextFieldId(),
        state.stores().stream().map(store -> store(store, meanings)).toList(),
        state.owner());
  }

  private StoreLayout store(StoreLayout store, Map<String, List<String>> meanings) {
    return new StoreLayout(
        store.name(),
        store.rowKey(),
        store.key().stream().map(f -> Calls.isWindow(f) ? f : f.called(key(f.name()))).toList(),
        store.rowValue(),
        store.value().stream()
            .map(
                f ->
                    Calls.isWindow(f)
                        ? f
                        : f.meaning(meanings.getOrDefault(f.expression(), List.of())))
            .toList(),
        store.layout(),
        store.layouts());
  }
}
