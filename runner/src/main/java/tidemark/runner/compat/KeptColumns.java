package tidemark.runner.compat;

import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StateField.Initial;
import tidemark.runner.layout.StoreLayout;

/** The columns that a join keeps of the rows of one side: matched by meaning, then by name. */
final class KeptColumns {
  private final Plans plans;
  private final NodeLayout node;
  private final Inputs inputs;
  private final StateMatch match;
  private final FieldPairs pairs;

  KeptColumns(
      Plans plans,
      NodeLayout node,
      Inputs inputs,
      StateMatch match,
      StoreLayout stored,
      StoreLayout side) {
    this.plans = plans;
    this.node = node;
    this.inputs = inputs;
    this.match = match;
    this.pairs = new FieldPairs(stored.value(), side.value(), match, this::compare);
  }

  void compare() {
    pairs.pair((o, n) -> o.name().equals(n.name()) && inputs.meanTheSame(o, n));
    pairs.pair(inputs::meanTheSame);
    pairs.pair((o, n) -> o.name().equals(n.name()));
    pairs.added().forEach(this::added);
    for (StateField field : pairs.gone()) {
      at(field, "removed", "`" + field.expression() + "` is no longer kept")
          .migrates("what is stored of it is dropped as rows are written");
    }
  }

  private void compare(StateField was, StateField is) {
    if (!inputs.meanTheSame(was, is)) {
      inputs.computedOtherwise(was, is);
    }
    FieldTypes.compare(plans, node, is.name(), was, is);
    FieldTypes.compareNulls(plans, node, is.name(), was, is);
  }

  private Findings.Draft at(StateField field, String aspect, String change) {
    return plans
        .found()
        .of(node.id() + "." + field.name(), aspect, change)
        .at(node.id())
        .was(plans.renaming().was(node.id()));
  }

  /** Stored rows have no value of it, and it cannot be known what it would have been. */
  private void added(StateField field) {
    String path = node.id() + "." + field.name();
    Findings.Draft draft = at(field, "added", "`" + field.expression() + "` is kept now");
    String anew = "give the step a new id, so that it starts empty; the old state is dropped then";
    if (!field.nullable()) {
      draft.refused(
          "rows that are stored have no value of it, and it is never null",
          "let the column be null: declare it without `not null`",
          anew);
      return;
    }
    match.start(field, new Initial.Null());
    if (Additions.policy(plans, path).isEmpty()) {
      draft.refused(
          "rows that are stored have no value of it",
          "let it be null in them until they leave the state: `"
              + Additions.line(path, Additions.NULL_UNTIL_CLOSED)
              + "`",
          anew);
      return;
    }
    draft.migrates(
        "it is null in rows that are stored; rows from "
            + plans.found().fromBatch()
            + " on have it");
  }
}
