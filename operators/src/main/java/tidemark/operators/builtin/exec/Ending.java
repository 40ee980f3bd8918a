package tidemark.operators.builtin.exec;

import java.util.Map;
import tidemark.operators.connector.SecretNames;

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

  /** As many characters of what it printed are shown, the last ones. */
  private static final int SHOWN = 500;

  /**
   * One sentence without a subject.
   *
   * @param environment what the process was told, which it may print; secrets in it are not shown
   */
  String inWords(Map<String, String> environment) {
    String end =
        switch (kind) {
          case NOT_STARTED -> "could not be started";
          case TIMED_OUT -> "took longer than `timeout` and was killed";
          case EXITED ->
              code > SIGNALLED
                  ? "ended with exit code " + code + " (signal " + (code - SIGNALLED) + ")"
                  : "ended with exit code " + code;
        };
    return said.isEmpty() ? end : end + ": `" + shown(environment) + "`";
  }

  /** Without secrets before it is cut: of one across the cut, a part would be left. */
  private String shown(Map<String, String> environment) {
    String masked = SecretNames.masked(said, environment);
    return masked.length() > SHOWN ? "…" + masked.substring(masked.length() - SHOWN) : masked;
  }
}
