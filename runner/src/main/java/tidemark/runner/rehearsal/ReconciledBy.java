package tidemark.runner.rehearsal;

/**
 * What made a sink agree with its checkpoint after a run was killed.
 *
 * @param detail more about it, empty where the mechanism says all
 */
public record ReconciledBy(Mechanism mechanism, String detail) {
  /** The ways in which that happens. */
  public enum Mechanism {
    /** No run was killed. */
    NONE("-"),
    /** The sink, asked about the batch, had it. */
    MARK("the sink has it, says its mark: not written again"),
    /** The sink, asked about the batch, did not have it. */
    WRITTEN("nothing of it is there: written again"),
    /** The checkpoint, or the receiver that was asked, had the answer to the batch. */
    ANSWERED("it was answered: not sent again"),
    /** Nobody knew, and the receiver does nothing with a key that it knows. */
    SENT_AGAIN("nobody can tell: sent again under its key"),
    /** Nobody knew, and {@code reconcile} told what a look into the target had shown. */
    DECIDED("nobody can tell, exit code 4: `reconcile --as`"),
    /** A table had changed, so the batch was planned and written anew. */
    PLANNED_ANEW("no sink has it: planned anew"),
    /** The commit log had the batch. */
    DONE("the batch is done: nothing to do"),
    /** Nothing did: the run refuses to go on. */
    STOPPED("the run stops");

    private final String words;

    Mechanism(String words) {
      this.words = words;
    }
  }

  static ReconciledBy of(Mechanism mechanism) {
    return new ReconciledBy(mechanism, "");
  }

  /** In words. */
  public String words() {
    if (detail.isEmpty()) {
      return mechanism.words;
    }
    return mechanism.words + (mechanism == Mechanism.DECIDED ? " " : ": ") + detail;
  }
}
