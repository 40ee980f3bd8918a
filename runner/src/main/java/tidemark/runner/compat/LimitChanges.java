package tidemark.runner.compat;

import java.util.List;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;

/** What changed in a limit. */
final class LimitChanges {
  private LimitChanges() {}

  static StateMatch of(Plans plans, NodeLayout old, NodeLayout now) {
    StateMatch match = new StateMatch();
    List<StateField> stored = old.state().orElseThrow().fields();
    List<StateField> fields = now.state().orElseThrow().fields();
    for (int i = 0; i < Math.min(stored.size(), fields.size()); i++) {
      match.put(fields.get(i), stored.get(i));
    }
    String was = old.text("rows").orElse("");
    String is = now.text("rows").orElse("");
    if (!was.equals(is)) {
      plans
          .found()
          .of(now.id(), "rows", "the limit was " + was + ", is " + is)
          .was(plans.renaming().was(now.id()))
          .shifts(
              "it counts over the life of the pipeline: rows that it held back are not handed out"
                  + " later");
    }
    return match;
  }
}
