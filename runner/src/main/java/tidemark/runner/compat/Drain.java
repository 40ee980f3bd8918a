package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.types.Field;
import tidemark.runner.layout.NodeLayout;

/**
 * Whether the stored rows of one step may close under the old definition while new rows go by the
 * new one, and whether they have to.
 */
final class Drain {
  private final Plans plans;
  private final NodeLayout now;
  private final boolean asked;
  private final boolean closes;
  private final boolean sameColumns;
  private boolean needed;

  private Drain(Plans plans, NodeLayout old, NodeLayout now) {
    this.plans = plans;
    this.now = now;
    this.asked = plans.isDrained(now.id());
    this.closes = !old.text("closed_by").orElse("nothing").equals("nothing");
    this.sameColumns = shapes(old).equals(shapes(now));
  }

  /** Names and types: whether a value may be null changes with what the file says of new ones. */
  private static List<Field> shapes(NodeLayout node) {
    return node.columns().stream().map(f -> Field.of(f.name(), f.type())).toList();
  }

  static Drain of(Plans plans, NodeLayout old, NodeLayout now) {
    return new Drain(plans, old, now);
  }

  /** True if the file asks for it. */
  boolean isAsked() {
    return asked;
  }

  /** True if a change was found that only it makes possible. */
  boolean isNeeded() {
    return needed;
  }

  /** Refuses a change of the step's definition, or drains what is stored if the file says so. */
  void refuse(Findings.Draft draft, String reason, String... otherWays) {
    if (!asked || !closes || !sameColumns) {
      draft.refused(reason(reason), ways(otherWays));
      return;
    }
    needed = true;
    draft.migrates(
        "what is open in `"
            + now.id()
            + "` closes under the old definition; rows from "
            + plans.found().fromBatch()
            + " on open new ones");
  }

  private String reason(String reason) {
    if (!asked) {
      return reason;
    }
    return reason
        + (closes
            ? "; it cannot be drained, because its columns change"
            : "; it cannot be drained, because nothing closes what it keeps");
  }

  private String[] ways(String... others) {
    List<String> all = new ArrayList<>();
    if (!asked && closes && sameColumns) {
      all.add("let what is open close by the old definition: `" + Lines.drain(now.id()) + "`");
    }
    all.addAll(List.of(others));
    all.add("give the step a new id, so that it starts empty; the old state is dropped then");
    return all.toArray(String[]::new);
  }
}
