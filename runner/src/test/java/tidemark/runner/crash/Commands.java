package tidemark.runner.crash;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tidemark.runner.cli.Cli;
import tidemark.runner.cli.Console;
import tidemark.runner.cli.Stopping;
import tidemark.runner.yaml.Secrets;

/**
 * A command of {@code tidemark} that was run inside the test's process.
 *
 * @param end the exit code
 * @param printed on both streams
 */
record Commands(int end, String printed) {
  static Commands run(Path pipeline, String... options) {
    List<String> arguments = new ArrayList<>(List.of("run", pipeline.toString()));
    arguments.addAll(List.of(options));
    return of(arguments.toArray(new String[0]));
  }

  static Commands of(String... arguments) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    Console console = new Console(stream, stream, Map.of(), 0, new Secrets(), new Stopping());
    int end = Cli.run(arguments, console).number();
    return new Commands(end, bytes.toString(StandardCharsets.UTF_8));
  }
}
