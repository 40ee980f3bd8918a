package tidemark.operators.builtin.exec;

/**
 * How a process ended.
 *
 * @param said the last part of what it printed
 */
record Ending(Kind kind, int code, String said) {
  /** What brought it about. */
  enum Kind {
    /** There was no process. */
    NOT_STARTED,
    /** Of its own accord, or by a signal. */
    EXITED,
    /** It took too long and was killed. */
    TIMED_OUT
  }

  /** A process killed by a signal ends with this number more than the signal's. */
  private static final int SIGNALLED = 128;

  /** One sentence without a subject. */
  String inWords() {
    String end =
        switch (kind) {
          case NOT_STARTED -> "could not be started";
          case TIMED_OUT -> "took longer than `timeout` and was killed";
          case EXITED ->
              code > SIGNALLED
                  ? "ended with exit code " + code + " (signal " + (code - SIGNALLED) + ")"
                  : "ended with exit code " + code;
        };
    return said.isEmpty() ? end : end + ": `" + said + "`";
  }
}
