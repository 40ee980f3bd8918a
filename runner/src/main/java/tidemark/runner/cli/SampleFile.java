package tidemark.runner.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ParseResult;
import tidemark.operators.builtin.filesource.FileSchema;
import tidemark.operators.connector.Connector;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.infer.Sample;
import tidemark.runner.infer.SampleReader;
import tidemark.runner.reader.PipelineReader;
import tidemark.runner.reader.ReadOptions;
import tidemark.runner.scenario.Preview;
import tidemark.runner.scenario.TemporaryFolder;
import tidemark.runner.spec.PipelineSpec;

/** The sample that a command is given. */
final class SampleFile {
  /** More is not read of a file of text, whatever its rows. */
  private static final int MOST_CHARACTERS = 16 << 20;

  /** A pipeline that reads a file of a format that names its columns. */
  private static final String READING =
      """
      format: 1
      pipeline: sample
      sources: {rows: {file: {path: '%s', format: %s}}}
      sinks: {out: {from: rows, file: {path: out, format: ndjson}}}
      """;

  private SampleFile() {}

  /** The columns and first records of a file. */
  static Sample read(Path file, ParseResult arguments) {
    int rows = Options.number(arguments, "--rows", 1000);
    return declared(file)
        .map(schema -> SampleReader.declared(format(schema), schema.schema(), rows(file, schema)))
        .orElseGet(() -> SampleReader.read(file.toString(), text(file), rows));
  }

  /** The columns of a file as a source writes them. */
  static String columns(Path file, ParseResult arguments) {
    Optional<FileSchema> declared = declared(file);
    if (declared.isEmpty()) {
      return read(file, arguments).columnsYaml("  ");
    }
    FileSchema schema = declared.get();
    String columns =
        SampleReader.declared(format(schema), schema.schema(), List.of()).columnsYaml("  ");
    String leftOut = String.join(", ", schema.leftOut());
    return leftOut.isEmpty()
        ? columns
        : columns + "  # of a type that is not read: " + leftOut + "\n";
  }

  private static Optional<FileSchema> declared(Path file) {
    return Files.isRegularFile(file) ? FileSchema.of(file) : Optional.empty();
  }

  private static String format(FileSchema schema) {
    return schema.format().name().toLowerCase(Locale.ROOT);
  }

  private static List<Map<String, String>> rows(Path file, FileSchema schema) {
    List<Connector> connectors = PipelineFiles.installed();
    String path = file.toAbsolutePath().toString().replace("'", "''");
    PipelineSpec reading =
        new PipelineReader(name -> Optional.empty(), connectors)
            .read(READING.formatted(path, format(schema)), file, Path.of("."), ReadOptions.NONE)
            .pipeline()
            .orElseThrow();
    try (TemporaryFolder folder = TemporaryFolder.of("sample")) {
      return new Preview(reading, connectors)
          .of("rows", 5, 1000, folder.path().resolve("checkpoint"), Clock.systemUTC())
          .map(Preview.Rows::values)
          .filter(rows -> !rows.isEmpty())
          .orElseThrow(
              () ->
                  new Failure(
                      Code.TM604, "`%s` holds no record".formatted(file), "name another sample"));
    }
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
          file + " " + objection(file, e),
          "name a Parquet or Avro file, one with a JSON object a line, or a .csv file with a header",
          e);
    }
  }

  private static String objection(Path file, IOException broken) {
    if (broken instanceof NoSuchFileException) {
      return "is not there";
    }
    if (Files.isDirectory(file)) {
      return "is a folder, not a file";
    }
    return broken instanceof CharacterCodingException
        ? "is no UTF-8 text"
        : "cannot be read: " + broken.getMessage();
  }
}
