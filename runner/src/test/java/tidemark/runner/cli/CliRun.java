package tidemark.runner.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

  /** The rows that a file sink's folder has, file by file. */
  static List<String> results(Path folder) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        rows.addAll(Files.readAllLines(file));
      }
    }
    return rows;
  }
}
