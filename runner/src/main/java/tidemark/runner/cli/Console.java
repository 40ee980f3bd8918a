package tidemark.runner.cli;

import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import tidemark.runner.report.Screen;
import tidemark.runner.yaml.Secrets;

/**
 * What surrounds a command.
 *
 * @param out results; what a caller may pipe on
 * @param err progress, findings and failures
 * @param env environment variables
 * @param columns the width of the terminal that {@code err} is; 0 if it is none
 * @param outColumns the width of the terminal that {@code out} is; 0 if it is none
 * @param secrets what must not be shown; grows as files are read
 * @param stopping how signals end the command
 */
public record Console(
    PrintStream out,
    PrintStream err,
    Map<String, String> env,
    int columns,
    int outColumns,
    Secrets secrets,
    Stopping stopping) {
  public Console {
    env = Map.copyOf(env);
  }

  /** The results go to a file or a pipe. */
  public Console(
      PrintStream out,
      PrintStream err,
      Map<String, String> env,
      int columns,
      Secrets secrets,
      Stopping stopping) {
    this(out, err, env, columns, 0, secrets, stopping);
  }

  /** What results are printed on. */
  Screen outScreen() {
    return Screen.of(outColumns, this::variable);
  }

  /** What findings of other commands are printed on. */
  Screen errScreen() {
    return Screen.of(columns, this::variable);
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(env.get(name));
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
