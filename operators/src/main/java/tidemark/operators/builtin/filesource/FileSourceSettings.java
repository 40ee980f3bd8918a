package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.PatternSyntaxException;
import tidemark.operators.builtin.files.Compression;
import tidemark.operators.builtin.files.FormatSettings;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.format.Decoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * What a file source reads and how.
 *
 * @param compression how every file is packed; empty: as its name tells
 * @param settleMillis how long a file must have been left alone before it is read
 */
public record FileSourceSettings(
    FileSelection selection,
    Optional<Compression> compression,
    long settleMillis,
    ChangedFiles changedFiles,
    FormatOptions format,
    Schema schema) {
  private static final Schema ONLY_TEXT = Schema.of(Field.of("value", SimpleType.STRING));

  private static final String SKIPPED =
      ".tmp,.temp,.part,.partial,.crdownload,.filepart,.inprogress";

  /** The keys of the source's mapping. */
  public static List<OptionSpec> options() {
    List<OptionSpec> specs = new ArrayList<>();
    specs.add(OptionSpec.required("path", OptionKind.PATH, "a file, a folder or a pattern"));
    specs.add(
        OptionSpec.optional(
            "glob", OptionKind.TEXT, "which names in the folder are read, for example *.csv"));
    specs.add(
        OptionSpec.optional("recursive", OptionKind.BOOLEAN, "whether folders below are read too"));
    specs.addAll(FormatSettings.readOptions());
    specs.add(
        OptionSpec.oneOf(
            "compression",
            Compression.readable(),
            "how files are packed; else their suffix tells"));
    specs.add(
        OptionSpec.optional(
            "settle", OptionKind.DURATION, "files changed more recently are left for later"));
    specs.add(
        OptionSpec.optional(
            "skip_suffixes",
            OptionKind.TEXT,
            "comma-separated ends of names that are never read; " + SKIPPED));
    specs.add(
        OptionSpec.oneOf(
            "changed_files",
            ChangedFiles.WORDS,
            "what happens to a file that changes after it was read; report"));
    return List.copyOf(specs);
  }

  /** The settings; empty if an error was found. */
  public static Optional<FileSourceSettings> of(SourceRequest request, Diagnostics found) {
    Options options = request.options();
    Optional<FormatOptions> format = FormatSettings.reading(options, request.zone(), found);
    boolean globFits = checkGlob(options, found);
    Optional<FileSelection> selection =
        globFits ? options.path("path").map(path -> selection(path, options)) : Optional.empty();
    if (format.isEmpty() || selection.isEmpty()) {
      return Optional.empty();
    }
    Optional<Schema> schema = schema(request, format.get().format(), selection.get(), found);
    schema = schema.filter(columns -> checkColumns(request, format.get().format(), columns, found));
    if (schema.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new FileSourceSettings(
            selection.get(),
            options.text("compression").map(Compression::ofWord),
            options.number("settle").orElse(0L),
            options.text("changed_files").map(ChangedFiles::ofWord).orElse(ChangedFiles.REPORT),
            format.get(),
            schema.get()));
  }

  /** Decodes records of the files apart from them; empty if a record does not say all alone. */
  public Optional<Decoder> decoder(SourceRequest request, ReadRequest read, String location) {
    boolean isAlone =
        format.format().isText() && !(format.format() == Format.CSV && format.csv().header());
    return isAlone
        ? Optional.of(
            Formats.decoder(
                format,
                schema,
                read.needed(),
                request.badRecords(),
                badColumn(schema, request.badRecordColumn()),
                read.badRecords(),
                location))
        : Optional.empty();
  }

  private static FileSelection selection(Path path, Options options) {
    return new FileSelection(
        path.normalize(),
        options.text("glob"),
        options.flag("recursive", false),
        suffixes(options.text("skip_suffixes").orElse(SKIPPED)));
  }

  Compression compressionOf(Path file) {
    return compression.orElseGet(() -> Compression.ofFileName(file.toString()));
  }

  /** Whether files may be cut between records. */
  boolean isSplittable(Path file) {
    return compressionOf(file) == Compression.NONE && Formats.boundaries(format).isSplittable();
  }

  /**
   * How many lines the first {@code size} bytes of a file hold, once unpacked.
   *
   * @throws Failure TM604 if they cannot be read
   */
  long lines(Path file, long size) {
    try (InputStream unpacked =
        Formats.utf8(format, compressionOf(file).unpack(new FileBytes(file, 0, size)))) {
      return LineCount.lines(unpacked);
    } catch (IOException broken) {
      throw FileListing.unreadable(file, FileListing.reason(broken), broken);
    }
  }

  private static List<String> suffixes(String text) {
    return Arrays.stream(text.split(",")).map(String::trim).filter(s -> !s.isEmpty()).toList();
  }

  private static boolean checkGlob(Options options, Diagnostics found) {
    try {
      options
          .text("glob")
          .ifPresent(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob));
      return true;
    } catch (PatternSyntaxException malformed) {
      found.error(
          Code.TM614,
          options.span("glob"),
          "the pattern cannot be read: " + malformed.getDescription(),
          "write a pattern such as `*.ndjson` or `{a,b}-*.csv`");
      return false;
    }
  }

  private static boolean checkColumns(
      SourceRequest request, Format format, Schema columns, Diagnostics found) {
    boolean good = true;
    for (Field column : columns.fields()) {
      Optional<String> objection = Formats.unreadable(format, column);
      good &= objection.isEmpty();
      objection.ifPresent(
          sentence ->
              found.error(
                  Code.TM614,
                  request.place(column.name(), request.options().span("format")),
                  sentence,
                  "declare another type, or read another format"));
    }
    return good;
  }

  static Optional<Integer> badColumn(Schema columns, Optional<String> name) {
    return name.map(columns::find).filter(OptionalInt::isPresent).map(OptionalInt::getAsInt);
  }

  private static Optional<Schema> schema(
      SourceRequest request, Format format, FileSelection selection, Diagnostics found) {
    if (format == Format.TEXT) {
      return text(request, found);
    }
    if (request.columns().isPresent()) {
      return request.columns();
    }
    return format.isText()
        ? undeclared(request, found)
        : ofFiles(request, format, selection, found);
  }

  private static Optional<Schema> undeclared(SourceRequest request, Diagnostics found) {
    found.error(
        Code.TM104,
        request.options().place(),
        "the source `" + request.id() + "` needs columns",
        "add `columns: {name: type, …}` or `schema: file.yaml` to the source");
    return Optional.empty();
  }

  /** The columns that the first file says it has. */
  private static Optional<Schema> ofFiles(
      SourceRequest request, Format format, FileSelection selection, Diagnostics found) {
    try {
      Optional<FileSchema> first = FileSchema.of(selection, format);
      if (first.isPresent() && first.get().leftOut().isEmpty()) {
        return Optional.of(first.get().schema());
      }
      found.error(
          Code.TM104,
          request.options().place(),
          "the source `"
              + request.id()
              + "` needs columns: "
              + first
                  .map(f -> "the first file has " + f.leftOut() + ", of types unknown here")
                  .orElse("there is no file yet to take them from"),
          "add `columns: {name: type, …}` with the columns that you need");
    } catch (Failure unreadable) {
      found.error(
          unreadable.code(),
          request.options().span("path"),
          unreadable.getMessage(),
          "declare `columns`, or put a whole file there");
    }
    return Optional.empty();
  }

  private static Optional<Schema> text(SourceRequest request, Diagnostics found) {
    if (request.columns().isEmpty()) {
      return Optional.of(ONLY_TEXT);
    }
    List<Field> values =
        request.columns().get().fields().stream()
            .filter(field -> !request.badRecordColumn().equals(Optional.of(field.name())))
            .toList();
    if (values.size() != 1
        || !values.get(0).name().equals("value")
        || values.get(0).type() != SimpleType.STRING) {
      found.error(
          Code.TM614,
          request.firstOtherThan(ONLY_TEXT, request.options().span("format")),
          "the format `text` has exactly one column, `value` of type string",
          "write `columns: {value: string}`, or leave `columns` out");
      return Optional.empty();
    }
    return request.columns();
  }
}
