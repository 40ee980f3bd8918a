package tidemark.runner.compat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;

/** What changed in a step of custom keyed state: its key, its variables, its rules. */
final class KeyedChanges {
  private static final String OWN = "timeout_";

  private final Plans plans;
  private final NodeLayout old;
  private final NodeLayout node;
  private final StateMatch match = new StateMatch();

  private KeyedChanges(Plans plans, NodeLayout old, NodeLayout node) {
    this.plans = plans;
    this.old = old;
    this.node = node;
  }

  static StateMatch of(Plans plans, NodeLayout old, NodeLayout now, Inputs inputs, Drain drain) {
    KeyedChanges changes = new KeyedChanges(plans, old, now);
    Map<String, String> unused =
        new KeyChanges(plans, old, now, inputs, drain, changes.match, "key").compare();
    changes.clock(drain);
    changes.variables();
    changes.rules();
    return changes.match;
  }

  private void clock(Drain drain) {
    String was = old.text("time").orElse("");
    String is = node.text("time").orElse("");
    if (!was.equals(is)) {
      drain.refuse(
          at("time", "`time` was " + was + ", is " + is),
          "time-outs that are armed count from the other clock");
    }
  }

  private void variables() {
    List<StateField> before = old.state().orElseThrow().stores().get(0).value();
    List<StateField> after = node.state().orElseThrow().stores().get(0).value();
    for (StateField field : after) {
      Optional<StateField> stored =
          before.stream().filter(o -> o.name().equals(field.name())).findFirst();
      if (stored.isPresent()) {
        match.put(field, stored.get());
        FieldTypes.compare(plans, node, field.name(), stored.get(), field);
      } else {
        field.initial().ifPresent(initial -> match.start(field, initial));
        at(field.name() + ".added", "the variable `" + field.name() + "` is new")
            .migrates("keys that are stored begin with its `initial` value");
      }
    }
    for (StateField field : before) {
      boolean gone = after.stream().noneMatch(f -> f.name().equals(field.name()));
      if (gone && !field.name().startsWith(OWN)) {
        at(field.name() + ".removed", "the variable `" + field.name() + "` is gone")
            .migrates("what is stored of it is dropped as rows are written");
      }
    }
  }

  private void rules() {
    String differs =
        Stream.of("rules", "initial", "options")
            .map(part -> Lists.difference(kept(old, part), kept(node, part)))
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElse("");
    boolean reordered = Lists.isReordered(kept(old, "rules"), kept(node, "rules"));
    boolean timeout = !withoutClock(old).equals(withoutClock(node));
    if (differs.isEmpty() && !reordered && !timeout) {
      return;
    }
    String change =
        !differs.isEmpty()
            ? differs
            : reordered ? "the rules are in another order" : "what is done with a key changed";
    at("rules", change)
        .shifts(
            "what is stored came about by the old rules; the new ones go on with it from "
                + plans.found().fromBatch()
                + " on",
            "give the step a new id, so that it starts empty");
  }

  private static Map<String, String> withoutClock(NodeLayout side) {
    Map<String, String> texts = new HashMap<>(side.texts());
    texts.remove("time");
    return texts;
  }

  /** The initial value of a variable that is new or gone is reported with the variable. */
  private List<String> kept(NodeLayout side, String part) {
    if (!part.equals("initial")) {
      return side.list(part).stream().map(StateField::withoutZone).toList();
    }
    return side.list(part).stream()
        .filter(i -> names(old).contains(name(i)) && names(node).contains(name(i)))
        .toList();
  }

  private static String name(String initial) {
    return initial.substring(0, initial.indexOf(" = "));
  }

  private static List<String> names(NodeLayout side) {
    return side.list("initial").stream().map(KeyedChanges::name).toList();
  }

  private Findings.Draft at(String aspect, String change) {
    return plans.found().of(node.id(), aspect, change).was(plans.renaming().was(node.id()));
  }
}
