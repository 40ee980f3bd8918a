package tidemark.operators.builtin.body;

import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.connector.CommitFailure;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Sinks as a pipeline opens them, and batches of names with numbers that are handed to them. */
public final class Handed {
  public static final Schema SCHEMA =
      Schema.of(Field.of("k", SimpleType.STRING), Field.of("n", SimpleType.BIGINT));

  private Handed() {}

  /** Options of names and values, by turns. */
  public static Map<String, Object> options(Object... pairs) {
    Map<String, Object> options = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      options.put((String) pairs[i], pairs[i + 1]);
    }
    return options;
  }

  public static SinkRequest request(Map<String, Object> options, OutputMode mode) {
    Span place = Span.ofFile(Path.of("p.yaml").toString());
    return new SinkRequest(
        "out", new Options(options, Map.of(), place), SCHEMA, mode, "shop", "q", ZoneOffset.UTC);
  }

  /** What is wrong with a sink's options, in words. */
  public static List<String> findings(Connector connector, Map<String, Object> options) {
    Diagnostics found = new Diagnostics();
    connector.check(request(options, OutputMode.APPEND), found);
    return found.sorted().stream().map(Handed::inWords).toList();
  }

  private static String inWords(Diagnostic finding) {
    return finding.code() + " " + finding.message();
  }

  /** A sink whose options are right. */
  public static Sink open(Connector connector, Map<String, Object> options) {
    return open(connector, options, OutputMode.APPEND);
  }

  public static Sink open(Connector connector, Map<String, Object> options, OutputMode mode) {
    Diagnostics found = new Diagnostics();
    connector.check(request(options, mode), found);
    if (found.hasErrors()) {
      throw new AssertionError(found.sorted());
    }
    return connector.open(request(options, mode));
  }

  public static OperationKey key(long batch) {
    return new OperationKey("q", batch, "out");
  }

  /** A row for each name, with the numbers from 1 on. */
  public static Batch rows(String... names) {
    BatchBuilder rows = new BatchBuilder(SCHEMA);
    for (int i = 0; i < names.length; i++) {
      ((BytesBuilder) rows.column(0)).append(names[i]);
      ((LongBuilder) rows.column(1)).append(i + 1);
      rows.closeRow();
    }
    return rows.take();
  }

  /** Brings a micro-batch to its end; each part is a partition's. */
  public static void write(Sink sink, long batch, Batch... parts) {
    try (SinkBatch work = sink.begin(key(batch))) {
      for (int i = 0; i < parts.length; i++) {
        work.writer(i).write(parts[i]);
      }
      work.prepare();
      work.commit();
    }
  }

  /** How a micro-batch of one row fails. */
  public static CommitFailure failure(Sink sink, long batch) {
    try {
      write(sink, batch, rows("a"));
    } catch (CommitFailure e) {
      return e;
    }
    throw new AssertionError("batch " + batch + " was taken");
  }
}
