package tidemark.runner.compat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;

/** What the groups of an earlier definition hold of the calls that its step has now. */
final class HeldCalls {
  private HeldCalls() {}

  /** The definition's own calls by those of the step that mean the same. */
  static Map<String, String> of(NodeLayout earlier, CallMatch calls) {
    Calls its = Calls.of(earlier);
    Map<String, String> held = new HashMap<>();
    calls
        .stored()
        .forEach(
            (call, old) ->
                its.texts().stream()
                    .filter(c -> isTheSame(its.fields(c), calls.before().fields(old)))
                    .findFirst()
                    .ifPresent(c -> held.put(call, c)));
    return held;
  }

  private static boolean isTheSame(List<StateField> its, List<StateField> old) {
    return !its.get(0).meaning().isEmpty()
        && its.get(0).meaning().equals(old.get(0).meaning())
        && types(its).equals(types(old));
  }

  private static List<String> types(List<StateField> fields) {
    return fields.stream().map(f -> f.type().ddl()).toList();
  }
}
