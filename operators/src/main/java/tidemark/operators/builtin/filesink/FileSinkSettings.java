package tidemark.operators.builtin.filesink;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.builtin.files.Compression;
import tidemark.operators.builtin.files.FormatSettings;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.Schema;

/** How a file sink writes. */
public record FileSinkSettings(
    Path path, FormatOptions format, Compression compression, Schema schema) {
  /** The keys of the sink's mapping. */
  public static List<OptionSpec> options() {
    List<OptionSpec> specs = new ArrayList<>();
    specs.add(
        OptionSpec.required(
            "path", OptionKind.PATH, "the folder, which belongs to this sink only"));
    specs.addAll(FormatSettings.writeOptions());
    specs.add(
        OptionSpec.oneOf("compression", Compression.writable(), "how files are packed; none"));
    return List.copyOf(specs);
  }

  /** The settings; empty if an error was found. */
  public static Optional<FileSinkSettings> of(SinkRequest request, Diagnostics found) {
    Options options = request.options();
    Optional<FormatOptions> format = FormatSettings.writing(options, request.zone(), found);
    Optional<Path> path = options.path("path");
    if (format.isEmpty() || path.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> objection = Formats.unwritable(format.get().format(), request.schema());
    if (objection.isPresent()) {
      found.error(
          Code.TM618,
          options.span("format"),
          objection.get(),
          "convert the column in a `with` step, or choose another format");
      return Optional.empty();
    }
    Compression compression =
        options.text("compression").map(Compression::ofWord).orElse(Compression.NONE);
    return Optional.of(
        new FileSinkSettings(path.get(), format.get(), compression, request.schema()));
  }

  /** What the names of result files end with. */
  String suffix() {
    String word =
        switch (format.format()) {
          case NDJSON -> ".ndjson";
          case CSV -> ".csv";
          case TEXT -> ".txt";
        };
    return word + compression.suffix();
  }

  Encoder encoder() {
    return Formats.encoder(format, schema);
  }
}
