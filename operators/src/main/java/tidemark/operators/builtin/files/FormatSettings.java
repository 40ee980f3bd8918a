package tidemark.operators.builtin.files;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.format.CsvOptions;
import tidemark.operators.format.EpochUnit;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;

/** Reads the options that say how records are written, and finds those that do not fit together. */
public final class FormatSettings {
  private static final List<String> CSV_READ =
      List.of(
          "header",
          "delimiter",
          "quote",
          "escape",
          "comment",
          "multiline",
          "null_value",
          "trim_leading",
          "trim_trailing");
  private static final List<String> CSV_WRITE =
      List.of("header", "delimiter", "quote", "escape", "null_value");
  private static final List<String> TYPED = List.of("timestamp_format", "date_format");
  private static final List<String> TEXT_ONLY = List.of("max_record", "encoding");

  /** As long as a record may ever be, which is held in one array. */
  private static final long LARGEST_RECORD = 1 << 30;

  private FormatSettings() {}

  /** The options of a reader. */
  public static List<OptionSpec> readOptions() {
    List<OptionSpec> specs = new ArrayList<>(writeOptions());
    specs.add(
        OptionSpec.optional(
            "comment", OptionKind.CHARACTER, "csv: lines that start with it are skipped"));
    specs.add(
        OptionSpec.optional(
            "multiline", OptionKind.BOOLEAN, "csv: quoted fields may hold line breaks"));
    specs.add(
        OptionSpec.optional(
            "trim_leading", OptionKind.BOOLEAN, "csv: drop blanks before unquoted values"));
    specs.add(
        OptionSpec.optional(
            "trim_trailing", OptionKind.BOOLEAN, "csv: drop blanks after unquoted values"));
    specs.add(
        OptionSpec.optional(
            "timestamp_format",
            OptionKind.TEXT,
            "Spark pattern of timestamps, or epoch_seconds, epoch_millis, epoch_micros; ISO 8601"
                + " without it"));
    specs.add(
        OptionSpec.optional(
            "date_format", OptionKind.TEXT, "Spark pattern of dates; ISO 8601 without it"));
    specs.add(
        OptionSpec.optional(
            "max_record", OptionKind.SIZE, "the longest record, longer ones are bad; 64MiB"));
    specs.add(
        OptionSpec.optional("encoding", OptionKind.TEXT, "the files' charset; UTF-8 without it"));
    return specs;
  }

  /** The options of a writer. */
  public static List<OptionSpec> writeOptions() {
    return List.of(
        new OptionSpec("format", OptionKind.TEXT, true, Format.words(), "how records are written"),
        OptionSpec.optional(
            "header", OptionKind.BOOLEAN, "csv: the first record of a file names the columns"),
        OptionSpec.optional("delimiter", OptionKind.CHARACTER, "csv: between fields; a comma"),
        OptionSpec.optional("quote", OptionKind.CHARACTER, "csv: around fields; a double quote"),
        OptionSpec.optional(
            "escape",
            OptionKind.CHARACTER,
            "csv: before a quote inside a quoted field; the quote itself, doubled"),
        OptionSpec.optional("null_value", OptionKind.TEXT, "csv: the text that means null"));
  }

  /** The format to read with; empty if an error was found. */
  public static Optional<FormatOptions> reading(Options options, ZoneId zone, Diagnostics found) {
    return of(options, zone, found, CSV_READ);
  }

  /** The format to write with; empty if an error was found. */
  public static Optional<FormatOptions> writing(Options options, ZoneId zone, Diagnostics found) {
    return of(options, zone, found, CSV_WRITE);
  }

  private static Optional<FormatOptions> of(
      Options options, ZoneId zone, Diagnostics found, List<String> csvOptions) {
    Optional<Format> format = format(options, found);
    if (format.isEmpty()) {
      return Optional.empty();
    }
    int before = found.sorted().size();
    checkFit(options, format.get(), csvOptions, found);
    Optional<Charset> encoding = encoding(options, found);
    CsvOptions csv = csv(options);
    checkCharacters(options, csv, found);
    checkPatterns(options, found);
    if (encoding.isEmpty() || found.sorted().size() > before) {
      return Optional.empty();
    }
    return Optional.of(
        new FormatOptions(
            format.get(),
            csv,
            zone,
            options.text("timestamp_format"),
            options.text("date_format"),
            encoding.get(),
            maxRecordBytes(options)));
  }

  private static int maxRecordBytes(Options options) {
    long bytes = options.number("max_record").orElse((long) FormatOptions.MAX_RECORD_BYTES);
    return (int) Math.max(1, Math.min(bytes, LARGEST_RECORD));
  }

  private static Optional<Format> format(Options options, Diagnostics found) {
    String word = options.text("format").orElse("");
    Optional<Format> format = Format.of(word);
    if (format.isEmpty()) {
      found.error(
          Code.TM106,
          options.span("format"),
          "`" + word + "` is not a format",
          "use one of " + String.join(", ", Format.words()));
    }
    return format;
  }

  private static void checkFit(
      Options options, Format format, List<String> csvOptions, Diagnostics found) {
    for (String name : options.values().keySet()) {
      boolean misfit =
          (format != Format.CSV && csvOptions.contains(name))
              || ((format == Format.TEXT || !format.isText()) && TYPED.contains(name))
              || (!format.isText() && TEXT_ONLY.contains(name));
      if (misfit) {
        found.error(
            Code.TM614,
            options.span(name),
            "`" + name + "` means nothing for the format `" + format.word() + "`",
            "remove it, or change `format`");
      }
    }
  }

  private static Optional<Charset> encoding(Options options, Diagnostics found) {
    String name = options.text("encoding").orElse(StandardCharsets.UTF_8.name());
    try {
      return Optional.of(Charset.forName(name));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
      found.error(
          Code.TM614,
          options.span("encoding"),
          "`" + name + "` is not a charset that is known here",
          "use a name such as UTF-8, ISO-8859-1, windows-1252 or UTF-16");
      return Optional.empty();
    }
  }

  private static CsvOptions csv(Options options) {
    CsvOptions usual = CsvOptions.RFC_4180;
    char quote = character(options, "quote", usual.quote());
    return new CsvOptions(
        options.flag("header", usual.header()),
        character(options, "delimiter", usual.delimiter()),
        quote,
        character(options, "escape", quote),
        options.text("comment").map(text -> text.charAt(0)),
        options.flag("multiline", usual.multiline()),
        options.text("null_value"),
        options.flag("trim_leading", usual.trimLeading()),
        options.flag("trim_trailing", usual.trimTrailing()));
  }

  private static char character(Options options, String name, char otherwise) {
    return options
        .text(name)
        .filter(text -> !text.isEmpty())
        .map(t -> t.charAt(0))
        .orElse(otherwise);
  }

  private static void checkPatterns(Options options, Diagnostics found) {
    for (String name : TYPED) {
      options
          .text(name)
          .filter(p -> name.equals("date_format") || EpochUnit.of(p).isEmpty())
          .flatMap(Formats::invalidPattern)
          .ifPresent(
              problem ->
                  found.error(
                      Code.TM614,
                      options.span(name),
                      problem,
                      "write a pattern such as `yyyy-MM-dd HH:mm:ss`"));
    }
  }

  private static void checkCharacters(Options options, CsvOptions csv, Diagnostics found) {
    for (String name : List.of("delimiter", "quote", "escape", "comment")) {
      String text = options.text(name).orElse("x");
      if (text.length() != 1 || text.charAt(0) > 127 || "\r\n\0".indexOf(text.charAt(0)) >= 0) {
        found.error(
            Code.TM614,
            options.span(name),
            "`" + name + "` must be one ASCII character other than a line end",
            "write one character, or `\\t` for a tab");
      }
    }
    if (csv.delimiter() == csv.quote()
        || csv.delimiter() == csv.escape()
        || csv.comment().filter(c -> c == csv.delimiter() || c == csv.quote()).isPresent()) {
      found.error(
          Code.TM614,
          options.span(options.values().containsKey("delimiter") ? "delimiter" : "quote"),
          "one character has two meanings among delimiter, quote, escape and comment",
          "choose different characters");
    }
  }
}
