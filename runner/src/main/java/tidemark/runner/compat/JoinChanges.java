package tidemark.runner.compat;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tidemark.runner.layout.Lengths;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StoreLayout;

/**
 * What changed in a join: its type, its keys, how far apart in time its rows may lie, and the
 * columns that it keeps of each side.
 */
final class JoinChanges {
  private static final Pattern BOUND =
      Pattern.compile("at (least|most) (-?[0-9][a-z0-9 ]*?)(?= and | after |$)");

  private final Plans plans;
  private final NodeLayout old;
  private final NodeLayout node;
  private final Inputs inputs;
  private final StateMatch match = new StateMatch();

  private JoinChanges(Plans plans, NodeLayout old, NodeLayout node, Inputs inputs) {
    this.plans = plans;
    this.old = old;
    this.node = node;
    this.inputs = inputs;
  }

  static StateMatch of(Plans plans, NodeLayout old, NodeLayout now, Inputs inputs) {
    JoinChanges changes = new JoinChanges(plans, old, now, inputs);
    changes.type();
    changes.stores();
    changes.distance();
    changes.conditions();
    return changes.match;
  }

  private void type() {
    String was = old.text("type").orElse("");
    String is = node.text("type").orElse("");
    if (!was.equals(is)) {
      refuse("type", "the type was " + was + ", is " + is);
    }
  }

  private void refuse(String aspect, String change) {
    at(aspect, change)
        .refused(
            "rows that are stored were kept, matched and handed out for the old join",
            "give the step a new id, so that it starts empty; the old state is dropped then");
  }

  private Findings.Draft at(String aspect, String change) {
    return plans.found().of(node.id(), aspect, change).was(plans.renaming().was(node.id()));
  }

  private void stores() {
    List<StoreLayout> before = old.state().orElseThrow().stores();
    List<StoreLayout> after = node.state().orElseThrow().stores();
    if (!names(before).equals(names(after))) {
      refuse("memory", "what lets rows leave the state is of another kind");
      return;
    }
    List<StoreLayout> sides = after.stream().filter(s -> !s.key().isEmpty()).toList();
    if (!new JoinKeys(plans, old, node, inputs, match).compare(sides)) {
      refuse("match", "the keys were " + shown(old) + ", are " + shown(node));
    }
    for (StoreLayout side : sides) {
      StoreLayout stored = old.state().orElseThrow().store(side.name()).orElseThrow();
      new KeptColumns(plans, node, inputs, match, stored, side).compare();
    }
  }

  private static String shown(NodeLayout join) {
    return Lines.quoted(join.list("keys"));
  }

  private static List<String> names(List<StoreLayout> stores) {
    return stores.stream().map(StoreLayout::name).sorted().toList();
  }

  /** The least and the most that the right row may lie after the left one, in microseconds. */
  private record Bounds(long least, long most) {
    static Bounds of(Optional<String> distance) {
      long least = Long.MIN_VALUE;
      long most = Long.MAX_VALUE;
      Matcher bound = BOUND.matcher(distance.orElse(""));
      while (bound.find()) {
        long micros = Lengths.micros(bound.group(2));
        if (bound.group(1).equals("least")) {
          least = micros;
        } else {
          most = micros;
        }
      }
      return new Bounds(least, most);
    }

    boolean holds(Bounds other) {
      return least <= other.least && most >= other.most;
    }
  }

  private void distance() {
    Optional<String> was = old.text("distance");
    Optional<String> is = node.text("distance");
    Bounds before = Bounds.of(was);
    Bounds after = Bounds.of(is);
    if (before.equals(after)) {
      return;
    }
    Findings.Draft draft =
        at(
            "distance",
            "in time, " + was.orElse("any distance would do") + "; now " + is.orElse("any will"));
    if (before.holds(after)) {
      draft.migrates("rows that can find no partner any more leave the state");
    } else {
      draft.shifts(
          "rows that had left the state by the old bound find no partner; from "
              + plans.found().fromBatch()
              + " on rows are kept longer");
    }
  }

  private void conditions() {
    for (String part : List.of("only_left", "only_right", "condition")) {
      Optional<String> was = old.text(part).map(StateField::withoutZone);
      Optional<String> is = node.text(part).map(StateField::withoutZone);
      if (!was.equals(is)) {
        at(part, "the condition was `" + was.orElse("none") + "`, is `" + is.orElse("none") + "`")
            .shifts(
                "rows that are stored were kept and matched by the old condition",
                "give the step a new id, so that it starts empty");
      }
    }
    List<String> was = old.list("expressions");
    List<String> is = node.list("expressions");
    if (!was.equals(is)) {
      String differs = Lists.difference(was, is);
      Findings.Draft draft =
          at("select", differs.isEmpty() ? "its columns are in another order" : differs);
      draft.safe(
          plans.sinksBelow(node.id()) + " sees the difference from " + plans.found().fromBatch());
    }
  }
}
