package tidemark.runner.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** One command run inside the test's own process, and what it printed. */
record CliRun(ExitCode end, String out, String err) {
  static CliRun of(String... args) {
    return with(Map.of(), args);
  }

  static CliRun with(Map<String, String> env, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode end =
        Cli.run(
            args,
            new Console(
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8),
                env,
                0));
    return new CliRun(
        end, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
