package tidemark.runner.cli;

import java.io.PrintStream;
import java.util.Map;

/**
 * What surrounds a command.
 *
 * @param out results; what a caller may pipe on
 * @param err progress, findings and failures
 * @param env environment variables
 * @param columns the width of the terminal that {@code err} is; 0 if it is none
 */
public record Console(PrintStream out, PrintStream err, Map<String, String> env, int columns) {
  public Console {
    env = Map.copyOf(env);
  }

  /** Whether a line of {@code err} can be overwritten. */
  boolean live() {
    return columns > 0 && !env.getOrDefault("TERM", "").equals("dumb");
  }
}
