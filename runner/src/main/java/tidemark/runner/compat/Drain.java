package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.yaml.Secrets;

/**
 * Whether the stored rows of one step may close under the old definition while new rows go by the
 * new one, and whether they have to.
 */
final class Drain {
  private static final String NEW_ID =
      "give the step a new id, so that it starts empty; the old state is dropped then";
  private static final String SECRET =
      "the old definition holds a secret, which no checkpoint knows";

  private final Plans plans;
  private final NodeLayout now;
  private final boolean asked;
  private final boolean closes;
  private final boolean holdsSecret;
  private final ColumnDifference columns;
  private boolean needed;
  private UnaryOperator<NodeLayout> carried = UnaryOperator.identity();

  private Drain(Plans plans, NodeLayout old, NodeLayout now) {
    this.plans = plans;
    this.now = now;
    this.asked = plans.isDrained(now.id());
    this.closes = !old.text("closed_by").orElse("nothing").equals("nothing");
    this.holdsSecret = texts(old).anyMatch(text -> text.contains(Secrets.MASK));
    this.columns = new ColumnDifference(old, now);
  }

  private static Stream<String> texts(NodeLayout node) {
    return Stream.of("by", "compute").flatMap(part -> node.list(part).stream());
  }

  static Drain of(Plans plans, NodeLayout old, NodeLayout now) {
    return new Drain(plans, old, now);
  }

  /** True if a change was found that only it makes possible. */
  boolean isNeeded() {
    return needed;
  }

  /** Says what becomes of an earlier definition whose rows still close under the new plan. */
  void carry(UnaryOperator<NodeLayout> definition) {
    carried = definition;
  }

  /** Earlier definitions under the new plan. */
  List<NodeLayout> carried(List<NodeLayout> earlier) {
    return earlier.stream().map(carried).toList();
  }

  /** Refuses a change of the step's definition, or drains what is stored if the file says so. */
  void refuse(Findings.Draft draft, String reason, String... otherWays) {
    if (!asked || !closes || holdsSecret || !columns.isEmpty()) {
      draft.refused(reason(reason), ways(otherWays));
      return;
    }
    needed = true;
    draft.migrates(
        "what is open in `"
            + now.id()
            + "` closes under the old definition; rows from "
            + plans.found().fromBatch()
            + " on open new ones"
            + mixedBelow());
  }

  private String mixedBelow() {
    List<String> below = plans.keptBelow(now.id());
    return below.isEmpty()
        ? ""
        : "; until all are closed, "
            + Lines.quoted(below)
            + " is given results of both definitions";
  }

  /** Drains because of another output mode, if the file asks for it. */
  boolean follows(boolean modeChanges) {
    if (asked && modeChanges && holdsSecret) {
      plans
          .found()
          .of(now.id(), "drain", "what `" + now.id() + "` keeps cannot be drained")
          .refused(SECRET, "keep the mode", NEW_ID);
    }
    return asked && modeChanges;
  }

  private String reason(String reason) {
    if (!closes) {
      return asked
          ? reason + "; it cannot be drained, because nothing closes what it keeps"
          : reason;
    }
    if (holdsSecret) {
      return reason + "; it cannot be drained, because " + SECRET;
    }
    return columns.isEmpty()
        ? reason
        : reason
            + "; it cannot be drained, because both definitions have to yield the same columns: "
            + columns.text();
  }

  private String[] ways(String... others) {
    List<String> all = new ArrayList<>();
    if (closes && !holdsSecret && columns.isEmpty()) {
      all.add("let what is open close by the old definition: `" + Lines.drain(now.id()) + "`");
    }
    if (closes && !holdsSecret && !columns.isEmpty() && columns.canGoAlone()) {
      all.add(
          "make the changes one after the other: the columns first, and once a batch is committed"
              + " with them, this one with `"
              + Lines.drain(now.id())
              + "`");
    }
    all.addAll(List.of(others));
    all.add(NEW_ID);
    return all.toArray(String[]::new);
  }
}
