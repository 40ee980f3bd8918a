package tidemark.runner.reader;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.diagnostics.Code;
import tidemark.runner.reader.ConnectorReader.Chosen;
import tidemark.runner.reader.ConnectorReader.Side;
import tidemark.runner.spec.ColumnsSpec;
import tidemark.runner.spec.ConnectorSpec;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.SourceSpec;
import tidemark.runner.spec.StartSpec;
import tidemark.runner.spec.WatermarkText;
import tidemark.runner.yaml.YamlNode.Scalar;

/** Reads one source. */
final class SourceReader {
  private static final Duration DEFAULT_SKEW = Duration.ofDays(1);

  private final Reading reading;
  private final Values values;
  private final ConnectorReader connectors;
  private final ColumnsReader columns;

  SourceReader(Reading reading, ConnectorReader connectors) {
    this.reading = reading;
    this.values = new Values(reading);
    this.connectors = connectors;
    this.columns = new ColumnsReader(reading);
  }

  Optional<SourceSpec> read(Placed<String> id, Item item) {
    Optional<Keys> mapping = values.keys(item, "write `file: {path: …}` and `columns: {…}` in it");
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    Part<ColumnsSpec> declared = columns(keys);
    Part<Placed<BadRecordPolicy>> policy =
        Part.of(keys.find("on_bad_record"), i -> values.constant(i, policies()));
    Part<Placed<String>> badColumn = Part.of(keys.find("bad_record_column"), values::name);
    Limits limits = new Limits(keys);
    Part<WatermarkText> watermark = Part.of(keys.find("watermark"), i -> watermark(i, values));
    Part<Placed<Boolean>> fixed = Part.of(keys.find("static"), values::bool);
    Part<Placed<Duration>> refresh =
        Part.of(keys.find("refresh"), i -> values.positiveDuration(i, Code.TM107));
    Part<Placed<Duration>> idle =
        Part.of(keys.find("idle_after"), i -> values.positiveDuration(i, Code.TM107));
    Part<Placed<Duration>> skew = Part.of(keys.find("max_future_skew"), values::duration);
    Part<StartSpec> starting = Part.of(keys.find("starting"), this::starting);
    Optional<Chosen> chosen = connectors.choose(keys, Side.SOURCE);
    if (chosen.isPresent()) {
      limits.addFrom(chosen.get());
      starting = starting.or(() -> commonKey(chosen.get(), "starting", this::starting));
    }
    Optional<ConnectorSpec> connector = chosen.flatMap(c -> connectors.options(c, Side.SOURCE));
    keys.end();
    refreshNeedsStatic(fixed, refresh);
    boolean complete =
        Part.allGood(declared, policy, badColumn, watermark, fixed, refresh, idle, skew, starting);
    if (connector.isEmpty() || !complete || !limits.good) {
      return Optional.empty();
    }
    return Optional.of(
        new SourceSpec(
            id,
            connector.get(),
            declared.value(),
            policy.otherwise(new Placed<>(BadRecordPolicy.FAIL, id.span())),
            badColumn.value(),
            limits.limits(),
            watermark.value(),
            fixed.otherwise(new Placed<>(false, id.span())),
            refresh.value(),
            idle.value(),
            skew.otherwise(new Placed<>(DEFAULT_SKEW, id.span())),
            starting.value(),
            id.span()));
  }

  private static List<BadRecordPolicy> policies() {
    return List.of(BadRecordPolicy.values());
  }

  private void refreshNeedsStatic(Part<Placed<Boolean>> fixed, Part<Placed<Duration>> refresh) {
    boolean isFixed = fixed.value().map(Placed::value).orElse(false);
    if (refresh.value().isPresent() && fixed.isGood() && !isFixed) {
      reading.error(
          Code.TM103,
          refresh.value().get().span(),
          "`refresh` belongs to a static source",
          "add `static: true`, or remove `refresh`");
    }
  }

  private Part<ColumnsSpec> columns(Keys keys) {
    Optional<Item> inline = keys.find("columns");
    Optional<Item> file = keys.find("schema");
    if (inline.isPresent() && file.isPresent()) {
      reading.error(
          Code.TM103,
          file.get().key(),
          "`" + keys.path() + "` has both `columns` and `schema`",
          "keep one of them");
      return Part.of(inline, columns::inline);
    }
    return inline.isPresent()
        ? Part.of(inline, columns::inline)
        : Part.of(file, columns::schemaFile);
  }

  /** A watermark, of a source or a step. */
  static Optional<WatermarkText> watermark(Item item, Values values) {
    String example = "write {column: ts, delay: 10 minutes}";
    Optional<Keys> mapping = values.keys(item, example);
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Optional<Placed<String>> column =
        mapping.get().require("column", "column: ts").flatMap(values::name);
    Optional<Placed<Duration>> delay =
        mapping.get().require("delay", "delay: 10 minutes").flatMap(values::delay);
    mapping.get().end();
    if (column.isEmpty() || delay.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new WatermarkText(column.get(), delay.get(), item.key()));
  }

  private Optional<StartSpec> starting(Item item) {
    if (item.node() instanceof Scalar) {
      return values
          .word(item, List.of("earliest", "latest"))
          .map(
              word ->
                  word.value().equals("earliest")
                      ? new StartSpec.Earliest(word.span())
                      : new StartSpec.Latest(word.span()));
    }
    Optional<Keys> keys =
        values.keys(item, "write earliest, latest, {timestamp: …} or {offsets: …}");
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    Optional<Item> timestamp = keys.get().find("timestamp");
    Optional<Item> offsets = keys.get().find("offsets");
    keys.get().end();
    if (timestamp.isPresent() == offsets.isPresent()) {
      keys.get()
          .lacks(
              "`" + item.path() + "` needs either `timestamp` or `offsets`",
              "write {timestamp: \"2026-01-01T00:00:00Z\"}");
      return Optional.empty();
    }
    if (offsets.isPresent()) {
      return Optional.of(new StartSpec.AtOffsets(offsets.get().node(), offsets.get().key()));
    }
    return timestamp.flatMap(this::instant).map(i -> new StartSpec.AtTime(i.value(), i.span()));
  }

  private Optional<Placed<Instant>> instant(Item item) {
    Optional<Placed<String>> text = values.text(item);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      Instant instant = OffsetDateTime.parse(text.get().value()).toInstant();
      return Optional.of(new Placed<>(instant, text.get().span()));
    } catch (DateTimeException wrong) {
      reading.error(
          Code.TM107,
          text.get().span(),
          "`" + text.get().value() + "` is no instant",
          "write for example 2026-01-01T00:00:00Z");
      return Optional.empty();
    }
  }

  /** A key of every source that may also stand among the options of the connector. */
  private static <T> Part<T> commonKey(Chosen chosen, String key, Part.Reader<T> reader) {
    boolean own =
        ConnectorReader.specs(chosen.connector(), Side.SOURCE).stream()
            .map(OptionSpec::name)
            .anyMatch(key::equals);
    return own || !chosen.keys().has(key)
        ? Part.of(Optional.empty(), reader)
        : Part.of(chosen.keys().find(key), reader);
  }

  /** The limits of a micro-batch, which may stand beside the connector or among its options. */
  private final class Limits {
    private Part<Placed<Long>> files;
    private Part<Placed<Long>> rows;
    private Part<Placed<Long>> bytes;
    private boolean good;

    Limits(Keys keys) {
      files = Part.of(keys.find("max_files_per_batch"), values::positive);
      rows = Part.of(keys.find("max_rows_per_batch"), values::positive);
      bytes = Part.of(keys.find("max_bytes_per_batch"), values::size);
      good = Part.allGood(files, rows, bytes);
    }

    void addFrom(Chosen chosen) {
      files = files.or(() -> commonKey(chosen, "max_files_per_batch", values::positive));
      rows = rows.or(() -> commonKey(chosen, "max_rows_per_batch", values::positive));
      bytes = bytes.or(() -> commonKey(chosen, "max_bytes_per_batch", values::size));
      good = Part.allGood(files, rows, bytes);
    }

    BatchLimits limits() {
      return new BatchLimits(limit(files), limit(rows), limit(bytes));
    }

    private static long limit(Part<Placed<Long>> part) {
      return part.value().map(Placed::value).orElse(Long.MAX_VALUE);
    }
  }
}
