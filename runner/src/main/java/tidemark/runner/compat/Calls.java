package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StoreLayout;

/**
 * The aggregate calls of a step with the accumulator fields of each, and its results with their
 * calls picked out.
 */
final class Calls {
  private final Map<String, List<StateField>> fields = new LinkedHashMap<>();
  private final Map<String, String> results = new LinkedHashMap<>();

  private Calls() {}

  static Calls of(NodeLayout aggregate) {
    Calls calls = new Calls();
    StoreLayout store = aggregate.state().orElseThrow().stores().get(0);
    for (StateField field : store.value()) {
      if (!isWindow(field) && !field.name().equals(CarriedState.WHOLE)) {
        calls.fields.computeIfAbsent(field.expression(), e -> new ArrayList<>()).add(field);
      }
    }
    for (String result : aggregate.list("compute")) {
      int equals = result.indexOf(" = ");
      calls.results.put(result.substring(0, equals), result.substring(equals + 3));
    }
    return calls;
  }

  static boolean isWindow(StateField field) {
    return field.name().equals("window_start") || field.name().equals("window_end");
  }

  /** The calls' canonical texts. */
  List<String> texts() {
    return List.copyOf(fields.keySet());
  }

  /** The accumulator fields of a call, in stored order. */
  List<StateField> fields(String call) {
    return fields.getOrDefault(call, List.of());
  }

  /** Result columns by name, as canonical texts. */
  Map<String, String> results() {
    return results;
  }

  /** The calls that a result is computed from. */
  List<String> in(String result) {
    return pick(result).calls();
  }

  /**
   * The result's text with each call replaced.
   *
   * @param columns names outside of calls, those of keys, with their new ones
   */
  String with(String result, UnaryOperator<String> calls, Map<String, String> columns) {
    Picked picked = pick(result);
    String text = Tokens.rename(picked.text(), columns);
    for (int i = 0; i < picked.calls().size(); i++) {
      text = text.replace(mark(i), calls.apply(picked.calls().get(i)));
    }
    return text;
  }

  private record Picked(String text, List<String> calls) {}

  /** A call may be the beginning of another one, so the longest are looked for first. */
  private Picked pick(String result) {
    List<String> longest =
        fields.keySet().stream().sorted(Comparator.comparing(String::length).reversed()).toList();
    String text = result;
    List<String> found = new ArrayList<>();
    for (String call : longest) {
      if (text.contains(call)) {
        text = text.replace(call, mark(found.size()));
        found.add(call);
      }
    }
    return new Picked(text, found);
  }

  private static String mark(int call) {
    return "\u0000" + call + "\u0000";
  }
}
