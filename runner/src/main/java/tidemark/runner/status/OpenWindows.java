package tidemark.runner.status;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.time.WindowSpec;
import tidemark.runner.compile.StoredPlan;
import tidemark.runner.compile.StoredPlan.Closing;
import tidemark.runner.status.CheckpointStatus.Needed;
import tidemark.runner.status.CheckpointStatus.Next;
import tidemark.runner.status.CheckpointStatus.NodeWatermark;
import tidemark.runner.status.CheckpointStatus.WatermarkStatus;

/** Where windows of fixed size stand against the watermark. */
final class OpenWindows {
  private OpenWindows() {}

  /**
   * The first window that the last committed batch left open; empty where windows do not end at
   * fixed times, never close, or no watermark has been in force yet.
   *
   * @param usedMillis the watermark of the step's input in that batch
   */
  static Optional<Next> next(StoredPlan.Step step, long usedMillis, WatermarkStatus watermark) {
    if (usedMillis <= 0
        || !(step.closing() instanceof Closing.ByWindow)
        || step.window().isEmpty()
        || !(step.window().get().spec() instanceof WindowSpec.Fixed window)) {
      return Optional.empty();
    }
    long closedTo = window.lastStart(usedMillis * 1000 - window.sizeMicros()) + window.sizeMicros();
    long end = closedTo + window.slideMicros();
    return Optional.of(new Next(closedTo, end, needs(end, step.lagMillis(), watermark)));
  }

  /**
   * What the nodes that the watermark waits for must see so that it reaches the instant.
   *
   * @param lagMillis how far it lies behind the pipeline's where it has to reach it
   */
  static List<Needed> needs(long instantMicros, long lagMillis, WatermarkStatus watermark) {
    long micros = instantMicros + lagMillis * 1000;
    List<Needed> needs = new ArrayList<>();
    if (watermark.inForceMillis() * 1000 >= micros) {
      return needs;
    }
    for (NodeWatermark each : watermark.nodes()) {
      boolean waitedFor =
          switch (each.role()) {
            case HOLDS_BACK, LEADS -> true;
            case AHEAD -> each.millis().orElse(0) * 1000 < micros;
            case IDLE, BEHIND -> false;
          };
      if (waitedFor) {
        long wholeMillis = -Math.floorDiv(-micros, 1000L);
        needs.add(new Needed(each.node().node(), (wholeMillis + each.node().delayMillis()) * 1000));
      }
    }
    return needs;
  }
}
