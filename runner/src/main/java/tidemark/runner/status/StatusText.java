package tidemark.runner.status;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tidemark.runner.engine.microbatch.CommittedCounts;
import tidemark.runner.report.Amounts;
import tidemark.runner.status.CheckpointStatus.LastBatch;
import tidemark.runner.status.CheckpointStatus.NodeWatermark;
import tidemark.runner.status.CheckpointStatus.Retained;
import tidemark.runner.status.CheckpointStatus.WaitingLetters;
import tidemark.runner.status.CheckpointStatus.WaitingWindow;
import tidemark.runner.status.CheckpointStatus.WatermarkStatus;
import tidemark.statestore.checkpoint.CheckpointView.Lease;
import tidemark.statestore.checkpoint.OffsetEntry;
import tidemark.statestore.checkpoint.OutcomeEntry;
import tidemark.statestore.checkpoint.Recovery;

/** A status for people. */
public final class StatusText {
  private static final int NAME = 14;

  private final CheckpointStatus status;
  private final Predicate<String> alive;
  private final boolean running;
  private final StringBuilder text = new StringBuilder();

  private StatusText(CheckpointStatus status, Predicate<String> alive) {
    this.status = status;
    this.alive = alive;
    this.running = status.lease().filter(l -> l.held() && alive.test(l.owner())).isPresent();
  }

  /**
   * The page.
   *
   * @param windows the earliest windows with groups in the state, where they were asked for
   * @param alive whether the owner of a lease runs on this machine, as far as can be said
   */
  public static String of(
      CheckpointStatus status, Optional<List<WaitingWindow>> windows, Predicate<String> alive) {
    StatusText page = new StatusText(status, alive);
    page.identity();
    page.batches();
    page.watermark();
    page.state();
    windows.ifPresent(page::windows);
    page.outcomes();
    page.retained();
    return page.text.toString();
  }

  private void identity() {
    entry("pipeline", status.pipeline());
    entry("query", status.queryId());
    entry("created", time(status.createdMillis()));
    entry(
        "lease",
        status
            .lease()
            .map(this::lease)
            .orElse("not known: `lease.json` is not there or damaged; the next run makes it anew"));
    int plan = status.planGeneration();
    entry("plan", plan == 0 ? "none stored" : "generation " + plan);
  }

  private String lease(Lease lease) {
    String owner = lease.owner() + " since " + time(lease.sinceMillis());
    if (!lease.held()) {
      return "free; the last run was " + owner;
    }
    return alive.test(lease.owner())
        ? "held by " + owner
        : "not given back by "
            + owner
            + ", which is not running on this machine: the next run takes over";
  }

  private void batches() {
    text.append('\n');
    if (status.last().isEmpty()) {
      entry("last batch", "none is committed");
    } else {
      last(status.last().get());
    }
    status
        .tables()
        .forEach(
            (id, table) ->
                entry(
                    "table " + id,
                    Amounts.count(table.rows(), "row", "rows")
                        + " in memory, as of "
                        + time(table.lookedMillis())));
    entry("next", next());
    letters(status.letters());
  }

  private void letters(WaitingLetters letters) {
    if (letters.next() > 0) {
      entry("", "reads again " + Amounts.count(letters.next(), "dead letter", "dead letters"));
    }
    if (letters.later() > 0) {
      entry("", "later: " + Amounts.count(letters.later(), "dead letter", "dead letters"));
    }
  }

  private void last(LastBatch last) {
    String planned =
        last.plannedMillis().isPresent()
            ? ", planned " + time(last.plannedMillis().getAsLong())
            : "";
    entry(
        "last batch",
        last.batch() + planned + ", took " + Amounts.duration(last.counts().millis()));
    counts(last.counts());
  }

  private void counts(CommittedCounts counts) {
    StringBuilder line = new StringBuilder();
    line.append(Amounts.count(counts.inputRows(), "row", "rows")).append(" in, ");
    line.append(perName(counts.outputRows(), "out")).append(", ");
    line.append(Amounts.count(counts.lateRows())).append(" late, ");
    line.append(perName(counts.badRows(), "bad"));
    if (counts.deadLettered() > 0) {
      line.append(", ").append(perName(counts.deadLetteredRows(), "dead-lettered"));
    }
    if (counts.rowsWithoutTime() > 0) {
      line.append(", ").append(Amounts.count(counts.rowsWithoutTime())).append(" without time");
    }
    if (counts.tooFarAheadRows() > 0) {
      line.append(", ").append(Amounts.count(counts.tooFarAheadRows())).append(" too far ahead");
    }
    entry("", line.toString());
  }

  /** {@code 3 out (counts: 1, raw: 2)}; the parts only where there are several. */
  private static String perName(Map<String, Long> counts, String what) {
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    String sum = Amounts.count(all) + " " + what;
    return counts.size() < 2 || all == 0
        ? sum
        : counts.entrySet().stream()
            .map(e -> e.getKey() + ": " + Amounts.count(e.getValue()))
            .collect(Collectors.joining(", ", sum + " (", ")"));
  }

  private String next() {
    Recovery recovery = status.recovery();
    if (recovery instanceof Recovery.Broken broken) {
      return "nothing: the checkpoint is damaged, "
          + broken.reason()
          + (broken.newestIntactBatch().isPresent()
              ? "; the newest intact batch is " + broken.newestIntactBatch().getAsLong()
              : "");
    }
    if (recovery instanceof Recovery.Rerun rerun) {
      return unfinished(rerun.planned());
    }
    if (status.watermark().pending()) {
      return "a batch without input: "
          + (status.steps().stream().anyMatch(s -> s.step().lagMillis() > 0)
              ? "it does what is due at the watermark "
              : "it closes what ends at or before ")
          + Amounts.watermark(status.watermark().inForceMillis())
          + " (not with the trigger `once`)";
    }
    if (status.letters().next() > 0) {
      return "a batch, even without new input";
    }
    return recovery instanceof Recovery.Fresh
        ? "the first batch"
        : "a batch when there is new input";
  }

  private String unfinished(OffsetEntry planned) {
    String end = " is unfinished and will be run again over the same input";
    if (running) {
      end = " is running";
    } else if (status.openOutcomes().values().stream().anyMatch(OutcomeEntry::isOpen)) {
      end = " is unfinished; the next run stops (TM607) until someone says what became of it";
    }
    return "batch "
        + planned.batch()
        + end
        + ", planned "
        + time(planned.batchTimeMillis())
        + (planned.sources().isEmpty()
            ? ", without input"
            : ", reads " + String.join(", ", planned.sources().keySet()));
  }

  private void watermark() {
    text.append('\n');
    WatermarkStatus watermark = status.watermark();
    if (watermark.nodes().isEmpty()) {
      entry("watermark", "none: nothing follows event time");
      return;
    }
    entry("watermark", Amounts.watermark(watermark.inForceMillis()));
    watermark.nodes().forEach(node -> entry("  " + Names.shown(node.node().node()), node(node)));
  }

  private static String node(NodeWatermark node) {
    String role =
        switch (node.role()) {
          case HOLDS_BACK -> "holds the watermark back";
          case AHEAD -> "ahead of the watermark";
          case IDLE -> "behind, but silent: holds nothing back";
          case LEADS -> "decides: the largest one counts";
          case BEHIND -> "does not count: the largest one does";
        };
    if (node.millis().isEmpty()) {
      return "no row with event time yet, " + role;
    }
    String rows =
        node.lastRowsMillis().isPresent()
            ? ", last rows " + time(node.lastRowsMillis().getAsLong())
            : "";
    return Amounts.watermark(node.millis().getAsLong()) + " " + role + rows;
  }

  private void state() {
    if (status.steps().isEmpty()) {
      return;
    }
    text.append("\nstate\n");
    status
        .steps()
        .forEach(
            step -> {
              List<String> lines = StepText.of(step);
              entry("  " + Names.shown(step.step().node()), lines.get(0));
              lines.stream().skip(1).forEach(line -> entry("", line));
            });
  }

  private void windows(List<WaitingWindow> windows) {
    text.append('\n');
    entry("windows", windows.isEmpty() ? "none has groups that wait" : "the earliest with groups");
    windows.forEach(window -> entry("  " + Names.shown(window.node()), StepText.waiting(window)));
  }

  private void outcomes() {
    status
        .setBack()
        .ifPresent(
            note -> {
              text.append('\n');
              SetBackText.entries(note).forEach(this::entry);
            });
    if (status.openOutcomes().isEmpty()) {
      return;
    }
    text.append("\nopen outcomes\n");
    status
        .openOutcomes()
        .forEach(
            (sink, outcome) ->
                entry(
                    "  " + sink,
                    "batch " + outcome.batch() + " " + OutcomesText.shown(outcome, running)));
  }

  private void retained() {
    Retained retained = status.retained();
    if (retained.batches().isEmpty()) {
      return;
    }
    long first = retained.batches().get(0);
    long last = retained.batches().get(retained.batches().size() - 1);
    text.append('\n');
    entry(
        "retained",
        Amounts.count(retained.batches().size(), "batch", "batches")
            + (first == last ? ", " + first : ", " + first + " to " + last)
            + ", together");
    counts(retained.totals());
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  private void entry(String name, String value) {
    text.append(name).append(" ".repeat(Math.max(2, NAME - name.length()))).append(value);
    text.append('\n');
  }
}
