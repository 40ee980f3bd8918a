package tidemark.runner.cli;

import java.io.PrintStream;
import java.util.Map;
import tidemark.runner.yaml.Secrets;

/**
 * What surrounds a command.
 *
 * @param out results; what a caller may pipe on
 * @param err progress, findings and failures
 * @param env environment variables
 * @param columns the width of the terminal that {@code err} is; 0 if it is none
 * @param secrets what must not be shown; grows as files are read
 * @param stopping how signals end the command
 */
public record Console(
    PrintStream out,
    PrintStream err,
    Map<String, String> env,
    int columns,
    Secrets secrets,
    Stopping stopping) {
  public Console {
    env = Map.copyOf(env);
  }

  /** Nothing is secret yet, and no signal is listened to. */
  static Console of(PrintStream out, PrintStream err, Map<String, String> env, int columns) {
    return new Console(out, err, env, columns, new Secrets(), new Stopping());
  }

  /** Whether a line of {@code err} can be overwritten. */
  boolean live() {
    return columns > 0 && !env.getOrDefault("TERM", "").equals("dumb");
  }
}
