package tidemark.runner.report;

import tidemark.operators.diagnostics.Severity;
import tidemark.runner.yaml.Environment;

/** Whether findings are coloured for a terminal. */
public enum Colouring {
  PLAIN,
  ANSI;

  private static final String RED = "\u001b[1;31m";
  private static final String YELLOW = "\u001b[1;33m";
  private static final String END = "\u001b[0m";

  /** Colours for a terminal that knows them, unless {@code NO_COLOR} is set to anything. */
  public static Colouring of(boolean terminal, Environment environment) {
    boolean refused = environment.find("NO_COLOR").filter(v -> !v.isEmpty()).isPresent();
    boolean dumb = environment.find("TERM").filter(v -> v.equals("dumb")).isPresent();
    return terminal && !refused && !dumb ? ANSI : PLAIN;
  }

  String apply(String text, Severity severity) {
    if (this == PLAIN) {
      return text;
    }
    return (severity == Severity.ERROR ? RED : YELLOW) + text + END;
  }
}
