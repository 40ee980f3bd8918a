package tidemark.runner.compat;

import java.util.List;
import java.util.Map;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;

/** Operators that have no rules of their own: what they keep must mean the same. */
final class OtherStateChanges {
  private OtherStateChanges() {}

  static StateMatch of(Plans plans, NodeLayout old, NodeLayout now, Inputs inputs, Drain drain) {
    StateMatch match = new StateMatch();
    List<StateField> olds = old.state().orElseThrow().fields();
    for (StateField field : now.state().orElseThrow().fields()) {
      olds.stream()
          .filter(o -> !match.isTaken(o))
          .filter(o -> o.name().equals(field.name()) && o.type().equals(field.type()))
          .filter(o -> o.expression().equals(field.expression()) || inputs.meanTheSame(o, field))
          .findFirst()
          .ifPresent(
              o -> {
                match.put(field, o);
                if (!inputs.meanTheSame(o, field)) {
                  inputs.computedOtherwise(o, field);
                }
              });
    }
    boolean allStored =
        now.state().orElseThrow().fields().stream().allMatch(f -> match.stored(f).isPresent())
            && olds.size() == now.state().orElseThrow().fields().size();
    if (!allStored || !old.doesTheSameAs(now)) {
      drain.refuse(
          plans
              .found()
              .of(now.id(), "definition", difference(old, now))
              .was(plans.renaming().was(now.id())),
          "what is stored was kept by another definition");
    }
    return match;
  }

  private static String difference(NodeLayout old, NodeLayout now) {
    for (Map.Entry<String, String> part : now.texts().entrySet()) {
      String was = old.texts().getOrDefault(part.getKey(), "");
      if (!was.equals(part.getValue())) {
        return "`" + part.getKey() + "` was `" + was + "`, is `" + part.getValue() + "`";
      }
    }
    for (String part : now.lists().keySet()) {
      String differs = Lists.difference(old.list(part), now.list(part));
      if (!differs.isEmpty()) {
        return differs;
      }
    }
    return "what it keeps has other fields";
  }
}
