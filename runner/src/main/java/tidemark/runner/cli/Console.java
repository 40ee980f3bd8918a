package tidemark.runner.cli;

import java.io.PrintStream;
import java.util.Map;

/**
 * What surrounds a command.
 *
 * @param out results; what a caller may pipe on
 * @param err progress, findings and failures
 * @param env environment variables
 * @param live whether {@code err} is a terminal that can overwrite a line
 */
public record Console(PrintStream out, PrintStream err, Map<String, String> env, boolean live) {
  public Console {
    env = Map.copyOf(env);
  }
}
