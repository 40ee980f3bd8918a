package tidemark.runner.language;

import static tidemark.runner.language.Key.optional;
import static tidemark.runner.language.Key.required;
import static tidemark.runner.language.Shapes.BOOLEAN;
import static tidemark.runner.language.Shapes.DURATION;
import static tidemark.runner.language.Shapes.NAME;
import static tidemark.runner.language.Shapes.PATH;
import static tidemark.runner.language.Shapes.POSITIVE;
import static tidemark.runner.language.Shapes.SIZE;
import static tidemark.runner.language.Shapes.words;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.Connector;
import tidemark.runner.language.Shape.Anything;
import tidemark.runner.language.Shape.Either;
import tidemark.runner.language.Shape.Mapping;
import tidemark.runner.language.Shape.Names;
import tidemark.runner.language.Shape.Size;
import tidemark.runner.language.Shape.Text;

/** A source. */
final class SourceShapes {
  private SourceShapes() {}

  static Mapping source(List<Connector> connectors) {
    List<Key> kinds = ConnectorShapes.sources(connectors, common());
    List<Key> keys = new ArrayList<>();
    keys.add(
        optional(
            "columns",
            new Names(TextKind.NAME, new Text(TextKind.TYPE), Size.AT_LEAST_ONE),
            "The columns and their types.",
            "{ts: timestamp, site: string, bytes: bigint}"));
    keys.add(
        optional(
            "schema", PATH, "A YAML file that holds the `columns`.", "../schemas/access-log.yaml"));
    keys.add(
        optional(
            "on_bad_record",
            words(BadRecordPolicy.values()),
            "What happens to a record that cannot be decoded; fail.",
            "dead_letter"));
    keys.add(
        optional(
            "bad_record_column",
            NAME,
            "With `keep`: a string column, one of `columns`, that takes the raw record.",
            "_corrupt_record"));
    keys.add(
        optional(
            "watermark",
            watermark(),
            "Event time, and how long late rows are waited for.",
            "{column: ts, delay: 10 minutes}"));
    keys.add(
        optional(
            "static", BOOLEAN, "A table, read whole, for `join` and `lookup`; false.", "true"));
    keys.add(
        optional(
            "refresh", DURATION, "With `static`: how often the table is looked at.", "1 hour"));
    keys.add(
        optional(
            "idle_after",
            DURATION,
            "After so long without rows the source no longer holds the watermark back.",
            "5 minutes"));
    keys.add(
        optional(
            "max_future_skew",
            DURATION,
            "Event times further ahead of the clock do not move the watermark; 1 day.",
            "2 days"));
    keys.addAll(common());
    keys.addAll(kinds);
    return new Mapping("source", "Where rows come from: one connector, and its columns.", keys)
        .with(Choice.of(kinds.stream().map(Key::name).toList()));
  }

  /** Keys that may also stand among the connector's options. */
  private static List<Key> common() {
    return List.of(
        optional("max_files_per_batch", POSITIVE, "The most files of a micro-batch.", "16"),
        optional("max_rows_per_batch", POSITIVE, "The most rows of a micro-batch.", "1000000"),
        optional("max_bytes_per_batch", SIZE, "The most bytes of a micro-batch.", "64MB"),
        optional(
            "starting",
            new Either(List.of(words("earliest", "latest"), start())),
            "Where the first run begins; earliest.",
            "earliest",
            "{timestamp: \"2026-01-01T00:00:00Z\"}"));
  }

  private static Mapping start() {
    return new Mapping(
            "start",
            "A place to begin at.",
            List.of(
                optional(
                    "timestamp",
                    new Text(TextKind.INSTANT),
                    "The first instant.",
                    "\"2026-01-01T00:00:00Z\""),
                optional("offsets", new Anything(), "Positions that the source knows.")))
        .with(Choice.of(List.of("timestamp", "offsets")));
  }

  static Mapping watermark() {
    return new Mapping(
        "watermark",
        "The event-time column, and how late its rows may come.",
        List.of(
            required("column", NAME, "A timestamp column.", "ts"),
            required("delay", DURATION, "How long late rows are waited for.", "10 minutes")));
  }
}
