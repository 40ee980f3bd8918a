package tidemark.runner.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.infer.Sample;
import tidemark.runner.infer.SampleReader;

/** The sample that a command is given. */
final class SampleFile {
  /** More is not read of a file, whatever its rows. */
  private static final int MOST_CHARACTERS = 16 << 20;

  private SampleFile() {}

  static Sample read(Path file, ParseResult arguments) {
    return SampleReader.read(
        file.toString(), text(file), Options.number(arguments, "--rows", 1000));
  }

  private static String text(Path file) {
    StringBuilder text = new StringBuilder();
    char[] buffer = new char[1 << 16];
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      int read = reader.read(buffer);
      while (read > 0 && text.length() < MOST_CHARACTERS) {
        text.append(buffer, 0, read);
        read = reader.read(buffer);
      }
      boolean cut = read > 0;
      int lastLine = cut ? text.lastIndexOf("\n") : -1;
      return lastLine < 0 ? text.toString() : text.substring(0, lastLine + 1);
    } catch (IOException e) {
      throw new Failure(
          Code.TM604,
          "%s cannot be read as UTF-8 text".formatted(file),
          "name a file with one JSON object a line, or a .csv file with a header",
          e);
    }
  }
}
