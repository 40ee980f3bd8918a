package tidemark.runner.rehearsal;

import java.util.List;
import java.util.Map;
import tidemark.operators.builtin.console.TextTable;
import tidemark.runner.report.Amounts;

/** What a rehearsal showed, as people read it. */
public final class RehearsalText {
  private static final int WIDTH = 200;
  private static final List<String> TRIALS =
      List.of("", "killed", "batch", "sink", "lost", "doubled", "reconciled by");
  private static final List<Boolean> TRIALS_RIGHT =
      List.of(true, false, true, false, true, true, false);
  private static final List<String> PROMISES = List.of("sink", "rows", "declared", "shown", "");
  private static final List<Boolean> PROMISES_RIGHT = List.of(false, true, false, false, false);

  private RehearsalText() {}

  public static String of(RehearsalReport report) {
    StringBuilder text = new StringBuilder();
    String batches =
        report.firstBatch() == report.lastBatch()
            ? "batch " + report.firstBatch()
            : "batches " + report.firstBatch() + " to " + report.lastBatch();
    text.append(
        "rehearsed %s: %s, %s read, killed %s\n\n"
            .formatted(
                report.pipeline(),
                batches,
                Amounts.count(report.inputRows(), "row", "rows"),
                Amounts.count(report.trials().size() - 1, "time", "times")));
    trials(report).lines(TRIALS_RIGHT).forEach(line -> text.append(line).append('\n'));
    text.append('\n');
    promises(report).lines(PROMISES_RIGHT).forEach(line -> text.append(line).append('\n'));
    report.skipped().values().forEach(why -> text.append("skipped: ").append(why).append('\n'));
    report
        .kept()
        .forEach(
            (sink, place) -> text.append("kept: %s, undisturbed, in %s\n".formatted(sink, place)));
    return text.toString();
  }

  private static TextTable trials(RehearsalReport report) {
    TextTable table = new TextTable(TRIALS, WIDTH);
    int number = 0;
    for (Trial trial : report.trials()) {
      number++;
      String batch = trial.point().map(p -> Long.toString(p.batch())).orElse("-");
      for (Map.Entry<String, Trial.Count> sink : trial.sinks().entrySet()) {
        table.add(
            List.of(
                Integer.toString(number),
                trial.words(),
                batch,
                sink.getKey(),
                Amounts.count(sink.getValue().lost()),
                Amounts.count(sink.getValue().doubled()),
                sink.getValue().reconciledBy().words()));
      }
    }
    return table;
  }

  private static TextTable promises(RehearsalReport report) {
    TextTable table = new TextTable(PROMISES, WIDTH);
    for (Promise promise : report.promises()) {
      table.add(
          List.of(
              promise.sink(),
              Amounts.count(promise.rows()),
              promise.declaredWords(),
              promise.shownWords(),
              promise.trials() == 0 ? "" : promise.holds() ? "holds" : "does not hold"));
    }
    return table;
  }
}
