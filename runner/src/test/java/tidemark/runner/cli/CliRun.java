package tidemark.runner.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tidemark.runner.yaml.Secrets;

/** One command run inside the test's own process, and what it printed. */
record CliRun(ExitCode end, String out, String err) {
  static CliRun of(String... args) {
    return run(Map.of(), new Stopping(), args);
  }

  static CliRun with(Map<String, String> env, String... args) {
    return run(env, new Stopping(), args);
  }

  static CliRun stopped(Stopping stopping, String... args) {
    return run(Map.of(), stopping, args);
  }

  private static CliRun run(Map<String, String> env, Stopping stopping, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8),
            env,
            0,
            new Secrets(),
            stopping);
    ExitCode end = Cli.run(args, console);
    return new CliRun(
        end, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
