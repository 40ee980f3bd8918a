package tidemark.runner.status;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tidemark.runner.compile.StoredPlan;
import tidemark.runner.compile.StoredPlan.Closing;
import tidemark.runner.report.Amounts;
import tidemark.runner.status.CheckpointStatus.Growth;
import tidemark.runner.status.CheckpointStatus.Needed;
import tidemark.runner.status.CheckpointStatus.Next;
import tidemark.runner.status.CheckpointStatus.StepStatus;
import tidemark.runner.status.CheckpointStatus.WaitingWindow;

/** What waits in the state of a step, as lines. */
final class StepText {
  private StepText() {}

  static List<String> of(StepStatus status) {
    List<String> lines = new ArrayList<>();
    StoredPlan.Step step = status.step();
    String window = step.window().map(w -> ", " + w.text()).orElse("");
    lines.add(
        Amounts.count(status.rows(), "row", "rows")
            + ", "
            + Amounts.bytes(status.bytes())
            + window
            + growth(status.growth()));
    lines.add(
        step.operator().equals("stateful")
            ? "a key leaves when a rule, a processor or its time-out clears it"
            : closed(status) + "; " + waiting(status));
    status.next().ifPresent(next -> lines.add(next(next)));
    return lines;
  }

  private static String growth(Growth growth) {
    return growth.rowsPerBatch() == 0 && growth.bytesPerBatch() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            ", %+.1f rows and %s%s a batch",
            growth.rowsPerBatch(),
            growth.bytesPerBatch() < 0 ? "-" : "+",
            Amounts.bytes(Math.round(Math.abs(growth.bytesPerBatch()))));
  }

  /** A window with groups, and whom it waits for. */
  static String waiting(WaitingWindow window) {
    String what =
        time(window.startMicros())
            + " to "
            + time(window.endMicros())
            + ": "
            + Amounts.count(window.groups(), "group", "groups");
    return window.needs().isEmpty()
        ? what + ", closed by the next batch"
        : what + ", waits for " + needs(window.needs());
  }

  private static String waiting(StepStatus status) {
    long rows = status.rows();
    boolean waits = !(status.step().closing() instanceof Closing.Never);
    String waiting =
        switch (status.step().operator()) {
          case "deduplicate" -> Amounts.count(rows, "key", "keys");
          case "join" -> Amounts.count(rows, "row", "rows");
          default -> Amounts.count(rows, "group", "groups");
        };
    return waiting
        + (waits ? rows == 1 ? " waits" : " wait" : rows == 1 ? " is kept" : " are kept");
  }

  /** True if it has no groups that close, but keys or rows that it forgets. */
  private static boolean forgets(StepStatus status) {
    return List.of("deduplicate", "join").contains(status.step().operator());
  }

  private static String closed(StepStatus status) {
    Closing closing = status.step().closing();
    if (closing instanceof Closing.Never) {
      return forgets(status) ? "nothing is forgotten" : "nothing is closed by the watermark";
    }
    if (closing instanceof Closing.BySide side) {
      return "left rows are kept " + side.left() + ", right rows " + side.right();
    }
    if (status.usedMillis() <= 0) {
      return "no watermark has been in force yet, so nothing is "
          + (forgets(status) ? "forgotten" : "closed");
    }
    String upTo =
        status.next().isPresent()
            ? time(status.next().get().closedToMicros())
            : Amounts.watermark(status.usedMillis());
    if (closing instanceof Closing.ByColumn column) {
      return forgets(status)
          ? "keys whose `" + column.column() + "` is at or before " + upTo + " are forgotten"
          : "groups whose `" + column.column() + "` is at or before " + upTo + " are closed";
    }
    return "windows that end at or before " + upTo + " are closed";
  }

  private static String next(Next next) {
    String window = "the earliest window that can be open ends at " + time(next.endMicros());
    if (next.needs().isEmpty()) {
      return window + " and is closed by the next batch";
    }
    return window + " and waits for " + needs(next.needs());
  }

  private static String needs(List<Needed> needs) {
    return needs.stream()
        .map(n -> "`" + Names.shown(n.node()) + "` to reach " + time(n.fromMicros()))
        .collect(Collectors.joining(" and "));
  }

  private static String time(long micros) {
    return Instant.EPOCH.plus(micros, java.time.temporal.ChronoUnit.MICROS).toString();
  }
}
