package tidemark.runner.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.builtin.files.FileReason;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.format.Format;
import tidemark.operators.types.Schema;
import tidemark.runner.spec.InputSpec;

/** The folders that a tested pipeline's sources read, and the files that the steps put there. */
final class InputFiles {
  private static final Instant FIRST = Instant.parse("2020-01-01T00:00:00Z");

  private final Path folder;
  private int files;

  InputFiles(Path folder) {
    this.folder = folder;
  }

  /** The folder of a source, made if it is not there. */
  Path of(String source) {
    Path path = folder.resolve(source);
    try {
      return Files.createDirectories(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts one unit of input into the source's folder. */
  void give(String source, SourceRequest request, Schema schema, InputSpec input) {
    if (input instanceof InputSpec.Files several) {
      several.files().forEach(file -> give(source, request, schema, file));
      return;
    }
    String format = request.options().text("format").orElse("ndjson");
    try {
      if (input instanceof InputSpec.File file) {
        Path target = next(source, "-" + file.path().getFileName());
        copy(file.path(), target);
        stamp(target);
        return;
      }
      byte[] text =
          input instanceof InputSpec.Lines lines
              ? lines.text().getBytes(StandardCharsets.UTF_8)
              : rows(format, request, schema, (InputSpec.Rows) input);
      Path target = next(source, "." + format);
      Files.write(target, text);
      stamp(target);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path given, Path target) {
    try {
      Files.copy(given, target);
    } catch (IOException e) {
      throw new BrokenTest(
          "`%s`, which is given to a source, cannot be read: %s".formatted(given, FileReason.of(e)),
          e);
    }
  }

  private static byte[] rows(
      String format, SourceRequest request, Schema schema, InputSpec.Rows rows) {
    byte[] text = new RowWriter(format, request.options(), schema).write(rows.rows());
    return Format.of(format)
        .filter(f -> !f.isText())
        .map(binary -> BinaryRows.write(binary, schema, text))
        .orElse(text);
  }

  /** The options of the source with its place replaced by the test's folder. */
  Options options(String source, Options original) {
    Map<String, Object> values = new TreeMap<>(original.values());
    values.keySet().removeAll(java.util.List.of("glob", "compression", "settle"));
    values.put("path", of(source));
    return new Options(values, original.spans(), original.place());
  }

  /** Options of files that stand for a source of another kind: JSON lines. */
  Options options(String source) {
    Map<String, Object> values = Map.of("path", of(source), "format", "ndjson");
    return new Options(values, Map.of(), Span.ofFile("test"));
  }

  private Path next(String source, String suffix) {
    files++;
    return of(source).resolve(String.format("%06d%s", files, suffix));
  }

  private void stamp(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(FIRST.plus(Duration.ofSeconds(files))));
  }
}
