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
   */
  static Optional<Next> next(StoredPlan.Step step, WatermarkStatus watermark) {
    if (watermark.usedMillis() <= 0
        || !(step.closing() instanceof Closing.ByWindow)
        || step.window().isEmpty()
        || !(step.window().get().spec() instanceof WindowSpec.Fixed window)) {
      return Optional.empty();
    }
    long closedTo =
        window.lastStart(watermark.usedMillis() * 1000 - window.sizeMicros()) + window.sizeMicros();
    long end = closedTo + window.slideMicros();
    return Optional.of(new Next(closedTo, end, needs(end, watermark)));
  }

  /** What the nodes that the watermark waits for must see so that it reaches the instant. */
  static List<Needed> needs(long micros, WatermarkStatus watermark) {
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
