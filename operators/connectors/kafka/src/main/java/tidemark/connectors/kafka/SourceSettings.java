package tidemark.connectors.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * What is read of a topic.
 *
 * @param format how values that are text are decoded; empty for bytes or text as they are, and for
 *     Avro
 * @param avro where the schemas of values in Avro are
 * @param values the columns that come out of a value
 * @param metadata the columns behind them
 * @param skipsLost whether the run goes on behind records that the broker has deleted
 * @param committedOnly whether records of open and aborted transactions stay out
 */
record SourceSettings(
    KafkaSettings kafka,
    Optional<FormatOptions> format,
    Optional<AvroSettings> avro,
    Schema values,
    List<Metadata> metadata,
    boolean committedOnly,
    boolean skipsLost) {
  private static final String DOWNTIME = "downtime";

  /** A long weekend. */
  private static final long DOWNTIME_MILLIS = Duration.ofDays(3).toMillis();

  private static final List<String> FORMATS = List.of("json", "csv", "avro", "text", "raw");

  SourceSettings {
    metadata = List.copyOf(metadata);
  }

  static List<OptionSpec> options() {
    List<OptionSpec> all = new ArrayList<>(KafkaSettings.options());
    all.add(
        OptionSpec.oneOf(
            "format", FORMATS, "what values are; `json`, an object each, unless said otherwise"));
    all.add(
        OptionSpec.optional(
            "metadata",
            OptionKind.NAMES,
            "columns `kafka_…` of: key, topic, partition, offset, timestamp, headers"));
    all.add(
        OptionSpec.oneOf(
            "isolation",
            List.of("read_committed", "read_uncommitted"),
            "whether records of transactions are waited for until these are committed;"
                + " `read_committed`"));
    all.add(
        OptionSpec.optional(
            DOWNTIME,
            OptionKind.DURATION,
            "how long the pipeline may be down; `lint --online` holds the topic's retention against"
                + " it; 3 days"));
    all.add(
        OptionSpec.oneOf(
            "on_lost_records",
            List.of("fail", "skip"),
            "what becomes of a run when records are gone before they were read: `fail` (TM603), or"
                + " `skip`: go on behind them, with a warning that counts them"));
    all.addAll(AvroSettings.options());
    return List.copyOf(all);
  }

  /** How long records must be kept. */
  static long downtimeMillis(Options options) {
    return options.number(DOWNTIME).orElse(DOWNTIME_MILLIS);
  }

  static Optional<SourceSettings> of(SourceRequest request, Diagnostics found) {
    Options options = request.options();
    String format = options.text("format").orElse("json");
    List<Metadata> metadata = new ArrayList<>();
    boolean good = !AvroSettings.strays(options, format, found);
    for (String word : options.names("metadata")) {
      Optional<Metadata> known = Metadata.of(word);
      known.ifPresent(metadata::add);
      if (known.isEmpty()) {
        good = false;
        found.error(
            Code.TM103,
            options.span("metadata"),
            "records have no `" + word + "`",
            "there are: " + String.join(", ", Metadata.words()));
      }
    }
    Optional<AvroSettings> avro =
        format.equals(AvroSettings.FORMAT) ? AvroSettings.of(options, found) : Optional.empty();
    good &= avro.isPresent() || !format.equals(AvroSettings.FORMAT);
    Optional<Schema> values = values(request, format, found);
    good &= values.filter(columns -> readable(columns, format, request, found)).isPresent();
    if (!good) {
      return Optional.empty();
    }
    return Optional.of(
        new SourceSettings(
            KafkaSettings.of(options),
            decoded(format, request),
            avro,
            values.orElseThrow(),
            metadata,
            !options.text("isolation").orElse("").equals("read_uncommitted"),
            options.text("on_lost_records").orElse("").equals("skip")));
  }

  private static Optional<FormatOptions> decoded(String format, SourceRequest request) {
    return switch (format) {
      case "json" -> Optional.of(FormatOptions.of(Format.NDJSON).withZone(request.zone()));
      case "csv" -> Optional.of(FormatOptions.of(Format.CSV).withZone(request.zone()));
      default -> Optional.empty();
    };
  }

  private static Optional<Schema> values(SourceRequest request, String format, Diagnostics found) {
    boolean isText = format.equals("text");
    if (isText || format.equals("raw")) {
      SimpleType type = isText ? SimpleType.STRING : SimpleType.BINARY;
      Schema only = Schema.of(Field.of("value", type));
      if (request.columns().isPresent() && !request.columns().get().equals(only)) {
        found.error(
            Code.TM614,
            request.firstOtherThan(only, request.options().span("format")),
            "the format `" + format + "` has exactly one column, `value` of type " + type.ddl(),
            "write `columns: {value: " + type.ddl() + "}`, or leave `columns` out");
        return Optional.empty();
      }
      return Optional.of(only);
    }
    if (request.columns().isEmpty()) {
      found.error(
          Code.TM104,
          request.options().place(),
          "the source `" + request.id() + "` needs columns",
          "add `columns: {name: type, …}` or `schema: file.yaml` to the source");
    }
    return request.columns();
  }

  private static boolean readable(
      Schema columns, String format, SourceRequest request, Diagnostics found) {
    Optional<Format> decoder =
        format.equals(AvroSettings.FORMAT)
            ? Optional.of(Format.AVRO)
            : decoded(format, request).map(FormatOptions::format);
    boolean good = true;
    for (Field column : decoder.isPresent() ? columns.fields() : List.<Field>of()) {
      Optional<String> objection = Formats.unreadable(decoder.orElseThrow(), column);
      good &= objection.isEmpty();
      objection.ifPresent(
          sentence ->
              found.error(
                  Code.TM614,
                  request.place(column.name(), request.options().place()),
                  sentence,
                  "declare another type, or take records of another format"));
    }
    return good;
  }

  /** The columns of the source. */
  Schema columns() {
    List<Field> fields = new ArrayList<>(values.fields());
    metadata.forEach(m -> fields.add(m.field()));
    return new Schema(fields);
  }
}
