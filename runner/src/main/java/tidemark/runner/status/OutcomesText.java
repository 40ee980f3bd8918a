package tidemark.runner.status;

import java.time.Instant;
import java.util.List;
import tidemark.runner.report.Amounts;
import tidemark.runner.status.SinkOutcomes.Open;
import tidemark.statestore.checkpoint.OutcomeEntry;

/** What became of the sinks' parts in batches, for people. */
public final class OutcomesText {
  private static final int NAME = 14;
  private static final String AT_WORK = "a run is at work on it";

  /** What a sink with marks already has is not in the checkpoint. */
  private static final String PLANNED =
      "planned: not recorded as sent; a sink with marks is asked by the next run";

  private OutcomesText() {}

  /**
   * The page.
   *
   * @param folder the checkpoint, as it was given
   * @param running whether a run is at work on it
   */
  public static String of(SinkOutcomes outcomes, String folder, boolean running) {
    StringBuilder page = new StringBuilder();
    outcomes
        .open()
        .ifPresentOrElse(
            open -> page.append(open(open, folder, running)),
            () -> page.append("nothing is open: every batch that was planned is committed\n"));
    outcomes
        .batchesByWord()
        .forEach(
            (sink, words) ->
                words.forEach((word, batches) -> line(page, sink, word + " in " + span(batches))));
    outcomes
        .committed()
        .forEach(
            each ->
                each.decided()
                    .forEach(
                        (sink, decision) ->
                            line(
                                page,
                                sink,
                                "batch %d: a person said %s at %s"
                                    .formatted(
                                        each.batch(),
                                        decision.as().shown(),
                                        time(decision.atMillis())))));
    return page.toString();
  }

  private static String open(Open open, String folder, boolean running) {
    StringBuilder text = new StringBuilder();
    text.append("batch ").append(open.batch());
    if (open.plannedMillis().isPresent()) {
      text.append(running ? " is running" : " is unfinished");
      text.append(", planned ").append(time(open.plannedMillis().getAsLong())).append('\n');
    } else {
      text.append(" is not planned yet\n");
    }
    for (String sink : open.sinks()) {
      OutcomeEntry entry = open.recorded().get(sink);
      if (entry == null) {
        line(text, "  " + sink, running ? "planned: " + AT_WORK : PLANNED);
      } else {
        line(text, "  " + sink, shown(entry, running));
        line(text, "", "operation " + entry.key());
        if (entry.isOpen() && !running) {
          line(text, "", decide(folder, sink, open.batch()));
        }
      }
    }
    return text.append('\n').toString();
  }

  /** An outcome, and what the run that is at work or the next one does about it. */
  static String shown(OutcomeEntry entry, boolean running) {
    String decided =
        entry.decision().filter(d -> d.atMillis() == entry.atMillis()).isPresent()
            ? ", as a person said"
            : "";
    return "%s since %s%s: %s"
        .formatted(
            entry.word().shown(),
            time(entry.atMillis()),
            decided,
            running && entry.isUnanswered() ? AT_WORK : next(entry));
  }

  private static String next(OutcomeEntry entry) {
    return switch (entry.word()) {
      case COMMITTED -> "it is not written again";
      case REJECTED -> "it is written again";
      case BEGUN, UNKNOWN ->
          switch (entry.settledBy()) {
            case SINK -> "the next run asks the sink";
            case RESENDING -> "the next run sends it again, under the same key";
            case PERSON -> "someone has to say what became of it";
          };
    };
  }

  private static String decide(String folder, String sink, long batch) {
    return "tidemark reconcile %s --sink %s --batch %d --as committed|rejected"
        .formatted(folder, sink, batch);
  }

  private static String span(List<Long> batches) {
    long first = batches.get(0);
    long last = batches.get(batches.size() - 1);
    return Amounts.count(batches.size(), "retained batch", "retained batches")
        + (first == last ? ", " + first : ", " + first + " to " + last);
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  private static void line(StringBuilder page, String name, String value) {
    page.append(name).append(" ".repeat(Math.max(2, NAME - name.length())));
    page.append(value).append('\n');
  }
}
