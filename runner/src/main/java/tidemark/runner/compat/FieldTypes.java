package tidemark.runner.compat;

import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.Widening;

/** A stored field of a step that has another type now, or may be null now, or may not. */
final class FieldTypes {
  private FieldTypes() {}

  /** Reports the change, if there is one, under {@code <step>.<name>.type}. */
  static void compare(Plans plans, NodeLayout node, String name, StateField old, StateField now) {
    if (old.type().equals(now.type())) {
      return;
    }
    Findings.Draft draft =
        plans
            .found()
            .of(
                node.id() + "." + name,
                "type",
                "`" + name + "` was " + old.type().ddl() + ", is " + now.type().ddl())
            .was(plans.renaming().was(node.id()));
    if (Widening.keepsValues(old.type(), now.type())) {
      draft.migrates("the new type holds every value of the old one; rows change as they are read");
    } else if (plans
        .request()
        .facts()
        .fits(plans.renaming().was(node.id()), old.id(), now.type())) {
      draft.migrates("every stored value is one of the new type");
    } else {
      draft.refused(
          "stored values may not be of the new type",
          ScanOffer.before(
              ScanOffer.ways(
                  plans,
                  ScanOffer.showsTypes(before(plans, node), old, now.type()),
                  "all stored values fit"),
              "give the step a new id, so that it starts empty; the old state is dropped then"));
    }
  }

  private static NodeLayout before(Plans plans, NodeLayout node) {
    return plans.before().nodes().get(node.id());
  }

  /** Reports that the field may be null now, or may not, under {@code <step>.<name>.nullable}. */
  static void compareNulls(
      Plans plans, NodeLayout node, String name, StateField old, StateField now) {
    if (old.nullable() == now.nullable()) {
      return;
    }
    Findings.Draft draft =
        plans
            .found()
            .of(
                node.id() + "." + name,
                "nullable",
                "`" + name + (now.nullable() ? "` may be null now" : "` is never null now"))
            .was(plans.renaming().was(node.id()));
    if (now.nullable()) {
      draft.safe("no stored value is null; rows change as they are read");
    } else if (plans.request().facts().hasNoNull(plans.renaming().was(node.id()), old.id())) {
      draft.migrates("no stored value is null");
    } else {
      draft.refused(
          "a stored value may be null",
          ScanOffer.before(
              ScanOffer.ways(
                  plans, ScanOffer.isReadable(before(plans, node), old), "no stored value is null"),
              "give the step a new id, so that it starts empty; the old state is dropped then"));
    }
  }
}
