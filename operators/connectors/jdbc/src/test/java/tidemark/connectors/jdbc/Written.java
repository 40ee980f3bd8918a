package tidemark.connectors.jdbc;

import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.Schema;

/** Sinks as a pipeline opens them, and batches of a few rows for them. */
final class Written {
  private Written() {}

  static Options options(Map<String, Object> values) {
    return new Options(values, Map.of(), Span.ofFile("p.yaml"));
  }

  static SinkRequest request(
      Map<String, Object> options, Schema schema, OutputMode mode, String queryId) {
    return new SinkRequest("out", options(options), schema, mode, "shop", queryId, ZoneOffset.UTC);
  }

  static Map<String, Object> with(String url, String table, Object... more) {
    Map<String, Object> values = new TreeMap<>(Map.of("url", url, "table", table));
    for (int i = 0; i < more.length; i += 2) {
      values.put((String) more[i], more[i + 1]);
    }
    return values;
  }

  static Sink open(SinkRequest request) {
    Diagnostics found = new Diagnostics();
    JdbcConnector connector = new JdbcConnector();
    connector.check(request, found);
    if (found.hasErrors()) {
      throw new AssertionError(found.sorted());
    }
    return connector.open(request);
  }

  /** Brings rows into the table as one micro-batch. */
  static void write(Sink sink, long batch, Schema schema, List<List<@Nullable Object>> rows) {
    try (SinkBatch work = sink.begin(new OperationKey("q", batch, "out"))) {
      work.writer(0).write(batch(schema, rows));
      work.prepare();
      work.commit();
    }
  }

  static Batch batch(Schema schema, List<List<@Nullable Object>> rows) {
    BatchBuilder batch = new BatchBuilder(schema);
    for (List<@Nullable Object> row : rows) {
      for (int c = 0; c < schema.size(); c++) {
        append(batch.column(c), row.get(c));
      }
      batch.closeRow();
    }
    return batch.take();
  }

  private static void append(ColumnBuilder out, @Nullable Object value) {
    if (value == null) {
      out.appendNull();
    } else if (out instanceof LongBuilder longs) {
      longs.append(((Number) value).longValue());
    } else if (out instanceof DoubleBuilder doubles) {
      doubles.append(((Number) value).doubleValue());
    } else if (out instanceof BooleanBuilder booleans) {
      booleans.append((Boolean) value);
    } else if (out instanceof DecimalBuilder decimals) {
      decimals.append((BigDecimal) value);
    } else if (value instanceof byte[] bytes) {
      ((BytesBuilder) out).append(bytes, 0, bytes.length);
    } else {
      ((BytesBuilder) out).append((String) value);
    }
  }
}
