package tidemark.statestore.checkpoint;

import java.nio.file.Path;
import java.util.Optional;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.checkpoint.OutcomeEntry.SettledBy;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;
import tidemark.statestore.files.FileStore;

/** A person's word on what became of a sink's part in a batch that nobody else can tell. */
final class Reconciliation {
  private final LogFiles logs;
  private final String sink;
  private final long batch;

  private Reconciliation(FileStore files, String sink, long batch) {
    this.logs = new LogFiles(files);
    this.sink = sink;
    this.batch = batch;
  }

  /** Records it, with the lease; the same word again changes only the time. */
  static OutcomeEntry run(
      Path directory, CheckpointOptions options, String sink, long batch, Word as) {
    try (Claim claim = Claim.take(directory, options, options.files().apply(directory))) {
      Reconciliation reconciliation = new Reconciliation(claim.files(), sink, batch);
      OutcomeEntry decided = reconciliation.open().decided(as, options.clock().millis());
      reconciliation.logs.outcomes.put(sink, decided);
      return decided;
    }
  }

  /**
   * What is to be decided.
   *
   * @throws StateFailure NOT_OPEN
   */
  private OutcomeEntry open() {
    Optional<CommitEntry> commit = logs.commits.read(batch);
    if (commit.isPresent()) {
      throw notOpen(
          Optional.ofNullable(commit.get().sinks().get(sink))
              .map(word -> "batch " + batch + " is committed, and sink " + sink + " in it: " + word)
              .orElse("batch " + batch + " is committed, and had no sink " + sink),
          "There is nothing to decide.");
    }
    OutcomeEntry entry =
        logs.outcomes
            .read(sink)
            .filter(e -> e.batch() == batch)
            .orElseThrow(
                () ->
                    notOpen(
                        "nothing is recorded of sink " + sink + " in batch " + batch,
                        "Nothing was lost there; `tidemark outcomes` shows what is open."));
    if (entry.settledBy() == SettledBy.SINK) {
      throw notOpen(
          "sink " + sink + " can tell by itself what became of batch " + batch,
          "Run the pipeline: it asks the sink.");
    }
    boolean decidedBefore =
        entry.decision().filter(d -> d.atMillis() == entry.atMillis()).isPresent();
    if (!entry.isUnanswered() && !decidedBefore) {
      throw notOpen(
          "sink " + sink + " has answered for batch " + batch + ": " + entry.word().shown(),
          entry.word() == Word.COMMITTED
              ? "Run the pipeline: it does not write the batch again."
              : "Run the pipeline: it writes the batch again.");
    }
    return entry;
  }

  private static StateFailure notOpen(String what, String wayOut) {
    return new StateFailure(Kind.NOT_OPEN, what, wayOut);
  }
}
