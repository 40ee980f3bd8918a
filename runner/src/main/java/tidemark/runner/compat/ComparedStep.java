package tidemark.runner.compat;

import tidemark.runner.layout.NodeLayout;

/**
 * One step with state as it was and as it is, and what is noted of it while it is compared.
 *
 * @param match which fields belong together
 */
record ComparedStep(
    Plans plans, NodeLayout old, NodeLayout now, Inputs inputs, Drain drain, StateMatch match) {
  /** Its id in the old plan's file. */
  String was() {
    return plans.renaming().was(now.id());
  }
}
