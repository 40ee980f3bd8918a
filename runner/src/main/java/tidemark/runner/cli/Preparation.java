package tidemark.runner.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Run once by the launcher where the distribution stands: unpacks the native libraries and uses the
 * commands, so that their classes enter the class archive.
 */
final class Preparation {
  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("--version"),
          List.of("--help"),
          List.of("help", "explain-code"),
          List.of("explain-code", "TM401"),
          List.of("explain-code", "TM999"),
          List.of("--unknown"));

  private Preparation() {}

  /**
   * @param args the folder for the native libraries
   */
  public static void main(String[] args) throws IOException {
    NativeLibraries.unpack(Path.of(args[0]));
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(text, false, StandardCharsets.UTF_8);
    for (List<String> command : COMMANDS) {
      ExitCode unused =
          Cli.run(command.toArray(new String[0]), Console.of(stream, stream, Map.of(), 0));
    }
  }
}
