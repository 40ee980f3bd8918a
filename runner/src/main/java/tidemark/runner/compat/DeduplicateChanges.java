package tidemark.runner.compat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.runner.layout.Lengths;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;

/** What changed in a deduplication: its key, and how long a key is remembered. */
final class DeduplicateChanges {
  private static final String AFTER = " after the event time of its first row";

  private final Plans plans;
  private final NodeLayout old;
  private final NodeLayout node;
  private final Drain drain;
  private final StateMatch match = new StateMatch();

  private DeduplicateChanges(Plans plans, NodeLayout old, NodeLayout node, Drain drain) {
    this.plans = plans;
    this.old = old;
    this.node = node;
    this.drain = drain;
  }

  static StateMatch of(Plans plans, NodeLayout old, NodeLayout now, Inputs inputs, Drain drain) {
    DeduplicateChanges changes = new DeduplicateChanges(plans, old, now, drain);
    Map<String, String> unused =
        new KeyChanges(plans, old, now, inputs, drain, changes.match, "key").compare();
    changes.expiry();
    changes.memory();
    return changes.match;
  }

  /** When a stored key is forgotten was fixed with its first row. */
  private void expiry() {
    List<StateField> stored = old.state().orElseThrow().stores().get(0).value();
    for (StateField field : node.state().orElseThrow().stores().get(0).value()) {
      stored.stream()
          .filter(o -> o.name().equals(field.name()) && o.type().equals(field.type()))
          .findFirst()
          .ifPresent(o -> match.put(field, o));
    }
  }

  private void memory() {
    String was = old.text("forgotten").orElse("");
    String is = node.text("forgotten").orElse("");
    if (was.equals(is)) {
      return;
    }
    Findings.Draft draft =
        plans
            .found()
            .of(node.id(), "within", "a key was forgotten `" + was + "`, is forgotten `" + is + "`")
            .was(plans.renaming().was(node.id()));
    Optional<Long> before = length(was);
    Optional<Long> after = length(is);
    if (before.isEmpty() || after.isEmpty()) {
      drain.refuse(draft, "stored keys do not say when they would have to be forgotten");
    } else if (after.get() > before.get()) {
      draft.safe("keys that are stored are forgotten when they were to be, new ones later");
    } else {
      draft.migrates("keys that are stored are forgotten when they were to be, new ones earlier");
    }
  }

  private static Optional<Long> length(String forgotten) {
    return forgotten.endsWith(AFTER)
        ? Optional.of(Lengths.micros(forgotten.substring(0, forgotten.length() - AFTER.length())))
        : Optional.empty();
  }
}
