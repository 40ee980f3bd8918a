package tidemark.runner.meaning;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.plan.KeyedRule;
import tidemark.operators.plan.KeyedWork;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.StateVariable;
import tidemark.runner.layout.Lengths;
import tidemark.runner.layout.StateField;

/** What a keyed step does, in named parts of canonical text: equal parts mean the same. */
final class KeyedText {
  private KeyedText() {}

  static void add(Keyed keyed, Map<String, Object> parts) {
    parts.put("operator", "stateful");
    parts.put("by", keyed.keys().stream().map(OperatorText::named).toList());
    parts.put("time", keyed.domain().name().toLowerCase(Locale.ROOT));
    if (keyed.work() instanceof KeyedWork.Processor processor) {
      parts.put("processor", processor.code().name());
      parts.put(
          "options",
          new TreeMap<>(processor.options())
              .entrySet().stream().map(o -> o.getKey() + " = " + o.getValue()).toList());
      return;
    }
    parts.put("initial", keyed.state().stream().map(KeyedText::initial).toList());
    List<String> rules = new ArrayList<>();
    for (KeyedRule rule : keyed.rules()) {
      rules.add(rule(rule));
    }
    parts.put("rules", rules);
    keyed.onTimeout().ifPresent(r -> parts.put("on_timeout", rule(r)));
  }

  private static String initial(StateVariable variable) {
    return variable.name() + " = " + variable.initial().canonical();
  }

  /** A rule in the order in which its parts act. */
  private static String rule(KeyedRule rule) {
    List<String> parts = new ArrayList<>();
    rule.when().ifPresent(w -> parts.add("when " + w.canonical()));
    rule.emit()
        .ifPresent(
            e ->
                parts.add(
                    "emit " + String.join(", ", e.stream().map(OperatorText::named).toList())));
    if (rule.clears()) {
      parts.add("clear");
    }
    if (!rule.sets().isEmpty()) {
      parts.add("set " + String.join(", ", rule.sets().stream().map(OperatorText::named).toList()));
    }
    rule.timeoutMicros().ifPresent(t -> parts.add("timeout " + Lengths.ofMicros(t)));
    boolean zoned = rule.expressions().stream().anyMatch(ZoneUse::isIn);
    return String.join("; ", parts) + (zoned ? StateField.IN_ZONE : "");
  }
}
