package tidemark.operators.builtin.http;

import tidemark.operators.connector.CommitFailure;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * What the user is told of a batch that could not be handed over.
 *
 * @param isKeyed whether it may be sent again, whatever became of it
 */
record Complaint(HttpTarget target, OperationKey key, boolean isKeyed) {
  private static final int SHOWN = 300;

  /**
   * It was refused.
   *
   * @param mayBeThere whether an earlier try may have taken effect
   */
  CommitFailure refused(Attempt attempt, boolean mayBeThere) {
    return failure(
        Code.TM605,
        "%s refused batch %d: %s".formatted(target.server(), key.batch(), shown(attempt)),
        "mend what the server complains about, and run again: ",
        mayBeThere);
  }

  /** The time for other tries is over. */
  CommitFailure gaveUp(Attempt attempt, boolean mayBeThere) {
    boolean isHeard = attempt instanceof Attempt.Answered;
    return failure(
        isHeard ? Code.TM605 : Code.TM615,
        "batch %d could not be handed to %s: %s"
            .formatted(key.batch(), target.server(), shown(attempt)),
        "run again once the server takes it, or set a longer `retry_for`: ",
        mayBeThere);
  }

  private CommitFailure failure(Code code, String message, String wayOut, boolean mayBeThere) {
    String why =
        isKeyed ? "the batch is sent under the same key" : "nothing of the batch took effect";
    Failure failure = new Failure(code, message, wayOut + why);
    return mayBeThere ? CommitFailure.unknown(failure) : CommitFailure.rejected(failure);
  }

  /** Nobody can tell what became of it. */
  CommitFailure unknown(Attempt attempt) {
    return CommitFailure.unknown(
        new Failure(
            Code.TM615,
            "batch %d went to %s, and %s".formatted(key.batch(), target.server(), shown(attempt)),
            "run again: the server is asked for the batch"));
  }

  /** There is nobody to ask what became of it. */
  Failure cannotAsk(Attempt.NotSent attempt) {
    return new Failure(
        Code.TM615,
        "%s cannot be asked for batch %d: %s"
            .formatted(target.server(), key.batch(), shown(attempt)),
        "run again once the server answers; see that `outcome_url` is right");
  }

  private static String shown(Attempt attempt) {
    if (attempt instanceof Attempt.Answered answered) {
      String status = "it answered with status " + answered.status();
      String text = answered.text();
      String cut = text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
      return text.isEmpty() ? status : status + ", `" + cut + "`";
    }
    return attempt instanceof Attempt.NotSent notSent
        ? "there is no connection (" + notSent.reason() + ")"
        : "its answer was lost (" + ((Attempt.Lost) attempt).reason() + ")";
  }
}
