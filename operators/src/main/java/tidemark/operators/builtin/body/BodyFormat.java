package tidemark.operators.builtin.body;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.builtin.files.FormatSettings;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.Schema;

/**
 * How rows become a body: {@code json}, an array of objects; {@code ndjson}, an object a line; or
 * {@code csv}.
 *
 * @param isArray whether the objects of the lines stand in an array
 */
public record BodyFormat(FormatOptions format, boolean isArray) {
  private static final String FORMAT = "format";
  private static final String ARRAY = "json";
  private static final List<String> WORDS = List.of(ARRAY, "ndjson", "csv");

  /**
   * The keys that say how a body is written.
   *
   * @param usual the format where none is named
   */
  public static List<OptionSpec> options(String usual) {
    List<OptionSpec> specs = new ArrayList<>();
    specs.add(
        OptionSpec.oneOf(
            FORMAT,
            WORDS,
            "`json`, an array of objects; `ndjson`, an object a line; `csv`; `" + usual + "`"));
    FormatSettings.writeOptions().stream()
        .filter(spec -> !spec.name().equals(FORMAT))
        .forEach(specs::add);
    return List.copyOf(specs);
  }

  /** The format; empty if an error was found. */
  public static Optional<BodyFormat> of(SinkRequest request, String usual, Diagnostics found) {
    String word = request.options().text(FORMAT).orElse(usual);
    boolean isArray = word.equals(ARRAY);
    Map<String, Object> values = new TreeMap<>(request.options().values());
    values.put(FORMAT, isArray ? Format.NDJSON.word() : word);
    Options options = new Options(values, request.options().spans(), request.options().place());
    Optional<FormatOptions> format = FormatSettings.writing(options, request.zone(), found);
    Optional<String> objection =
        format.flatMap(f -> Formats.unwritable(f.format(), request.schema()));
    if (objection.isPresent()) {
      found.error(
          Code.TM618,
          options.span(FORMAT),
          objection.get(),
          "convert the column in a `with` step, or choose another format");
      return Optional.empty();
    }
    return format.map(f -> new BodyFormat(f, isArray));
  }

  /** The word in the pipeline file. */
  public String word() {
    return isArray ? ARRAY : format.format().word();
  }

  /** What the body is, for a receiver. */
  public String mediaType() {
    if (isArray) {
      return "application/json";
    }
    return format.format() == Format.CSV ? "text/csv; charset=utf-8" : "application/x-ndjson";
  }

  Encoder encoder(Schema schema) {
    return Formats.encoder(format, schema);
  }

  /** A stream that takes encoded records and makes the body of them. */
  OutputStream framed(OutputStream body) {
    return isArray ? new JsonArray(body) : body;
  }
}
