package tidemark.operators.builtin.filesink;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.avro.AvroEncoder;
import tidemark.operators.builtin.files.Compression;
import tidemark.operators.builtin.files.FormatSettings;
import tidemark.operators.codec.Codec;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.parquet.ParquetEncoder;
import tidemark.operators.types.Schema;

/**
 * How a file sink writes.
 *
 * @param compression how whole files are packed
 * @param codec how the blocks inside a binary file are packed
 */
public record FileSinkSettings(
    Path path, FormatOptions format, Compression compression, Codec codec, Schema schema) {
  private static final Map<String, Codec> PARQUET_CODECS =
      Map.of("none", Codec.NONE, "snappy", Codec.SNAPPY, "gzip", Codec.GZIP, "zstd", Codec.ZSTD);
  private static final Map<String, Codec> AVRO_CODECS =
      Map.of(
          "none", Codec.NONE, "snappy", Codec.SNAPPY, "deflate", Codec.DEFLATE, "zstd", Codec.ZSTD);

  /** The keys of the sink's mapping. */
  public static List<OptionSpec> options() {
    List<OptionSpec> specs = new ArrayList<>();
    specs.add(
        OptionSpec.required(
            "path", OptionKind.PATH, "the folder, which belongs to this sink only"));
    specs.addAll(FormatSettings.writeOptions());
    specs.add(
        OptionSpec.oneOf(
            "compression",
            List.of("none", "gz", "zst", "snappy", "gzip", "zstd", "deflate"),
            "text: none (usual), gz or zst; parquet: none, snappy, gzip or zstd (usual); avro:"
                + " none, snappy (usual), deflate or zstd"));
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
    Optional<String> word = options.text("compression");
    List<String> words = compressions(format.get().format());
    if (word.isPresent() && !words.contains(word.get())) {
      found.error(
          Code.TM614,
          options.span("compression"),
          "`"
              + word.get()
              + "` is no compression of the format `"
              + format.get().format().word()
              + "`",
          "use one of " + String.join(", ", words));
      return Optional.empty();
    }
    boolean isText = format.get().format().isText();
    return Optional.of(
        new FileSinkSettings(
            path.get(),
            format.get(),
            word.filter(w -> isText).map(Compression::ofWord).orElse(Compression.NONE),
            codec(format.get().format(), word),
            request.schema()));
  }

  private static Codec codec(Format format, Optional<String> word) {
    Codec usual = format == Format.AVRO ? Codec.SNAPPY : Codec.ZSTD;
    return word.map(w -> codecs(format).getOrDefault(w, usual)).orElse(usual);
  }

  private static Map<String, Codec> codecs(Format format) {
    return format == Format.AVRO ? AVRO_CODECS : PARQUET_CODECS;
  }

  private static List<String> compressions(Format format) {
    return format.isText()
        ? Compression.writable()
        : codecs(format).keySet().stream().sorted().toList();
  }

  /** What the names of result files end with. */
  String suffix() {
    String word =
        switch (format.format()) {
          case NDJSON -> ".ndjson";
          case CSV -> ".csv";
          case TEXT -> ".txt";
          case PARQUET -> ".parquet";
          case AVRO -> ".avro";
        };
    return word + compression.suffix();
  }

  Encoder encoder() {
    return switch (format.format()) {
      case NDJSON, CSV, TEXT -> Formats.encoder(format, schema);
      case PARQUET -> new ParquetEncoder(schema, codec);
      case AVRO -> new AvroEncoder(schema, codec);
    };
  }
}
