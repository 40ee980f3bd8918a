package tidemark.runner.rehearsal;

/** Where a run stands in its script; shared by the run and its sources, on one thread. */
final class Cue {
  private final Script script;
  private long batch;

  Cue(Script script) {
    this.script = script;
    this.batch = script.first();
  }

  Script script() {
    return script;
  }

  /** The batch that is planned next. */
  long batch() {
    return batch;
  }

  void moveTo(long next) {
    batch = next;
  }
}
