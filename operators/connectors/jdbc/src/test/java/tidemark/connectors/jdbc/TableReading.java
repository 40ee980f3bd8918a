package tidemark.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.SourceState;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.connector.Start;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.Schema;

/** Reads sources of tables one micro-batch after the other. */
final class TableReading {
  private final List<String> bad = new ArrayList<>();

  /** Bad rows so far: number and reason. */
  List<String> bad() {
    return bad;
  }

  /** Opens a source without errors. */
  static Source open(Schema columns, Object... options) {
    SourceRequest request = request(columns, options);
    Diagnostics found = new Diagnostics();
    JdbcConnector connector = new JdbcConnector();
    assertThat(connector.describe(request, found).schema()).isEqualTo(columns);
    assertThat(found.hasErrors()).isFalse();
    return connector.open(request);
  }

  /** A request for the table {@code s}, of the PostgreSQL server unless the options say another. */
  static SourceRequest request(Schema columns, Object... options) {
    Map<String, Object> values = Written.with(Postgres.url(), "s", options);
    return new SourceRequest(
        "events",
        Written.options(values),
        Optional.of(columns),
        BadRecordPolicy.DROP,
        Optional.empty(),
        BatchLimits.NONE,
        ZoneOffset.UTC,
        new Start.Earliest());
  }

  /** The rows of the next micro-batch as JSON; empty if there is none. */
  List<String> next(Source source, SourceState state, Schema columns, long maxRows) {
    Optional<Range> range =
        source.plan(state, new BatchLimits(Long.MAX_VALUE, maxRows, Long.MAX_VALUE));
    if (range.isEmpty()) {
      return List.of();
    }
    List<String> rows = rows(source, range.get(), columns);
    source.advance(range.get(), state);
    return rows;
  }

  List<String> rows(Source source, Range range, Schema columns) {
    BitSet all = new BitSet();
    all.set(0, columns.size());
    ByteSink json = new ByteSink(1024);
    ReadRequest request =
        new ReadRequest(all, (place, row, raw, from, length, why) -> bad.add(row + ": " + why));
    for (Split split : source.split(range, 2)) {
      try (SplitReader reader = source.open(split, request)) {
        for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
          Formats.encoder(FormatOptions.of(Format.NDJSON), columns).encode(batch, json);
        }
      }
    }
    return new String(json.bytes(), 0, json.size(), StandardCharsets.UTF_8).lines().toList();
  }
}
