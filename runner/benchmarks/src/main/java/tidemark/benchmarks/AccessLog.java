package tidemark.benchmarks;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.expr.AggregateResolver;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Scope;
import tidemark.operators.expr.bind.Evaluators;
import tidemark.operators.expr.compile.ExpressionCompiler;
import tidemark.operators.format.Decoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Seeded records of an access log of seven fields, the same rows in each format. */
final class AccessLog {
  static final Schema SCHEMA =
      new Schema(
          List.of(
              new Field("ts", SimpleType.TIMESTAMP, true),
              new Field("site", SimpleType.STRING, true),
              new Field("url", SimpleType.STRING, true),
              new Field("user_id", SimpleType.BIGINT, true),
              new Field("status", SimpleType.INT, true),
              new Field("bytes", SimpleType.BIGINT, true),
              new Field("latency_ms", SimpleType.DOUBLE, true)));

  /** Positions of all columns, as {@link #decoder} takes them. */
  static final long ALL = 0b1111111;

  private static final String JSON =
      "{\"ts\":\"%s\",\"site\":\"s%d\",\"url\":\"/c/%d/p/%d\",\"user_id\":%d,\"status\":%d,"
          + "\"bytes\":%d,\"latency_ms\":%d.%d}\n";
  private static final String CSV = "%s,s%d,/c/%d/p/%d,%d,%d,%d,%d.%d\n";

  private AccessLog() {}

  /** One batch of records as a file's bytes, with the room behind them that decoders like. */
  static byte[] file(Format format) {
    SplittableRandom random = new SplittableRandom(42);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Batch.MAX_ROWS; i++) {
      int second = i / 50;
      text.append(
          String.format(
              Locale.ROOT,
              format == Format.CSV ? CSV : JSON,
              String.format(
                  "2026-01-01T00:%02d:%02d.%03dZ", second / 60, second % 60, random.nextInt(1000)),
              random.nextInt(1000),
              random.nextInt(100),
              random.nextInt(100_000),
              random.nextInt(5_000_000),
              200 + random.nextInt(4) * 100,
              200 + random.nextInt(30_000),
              random.nextInt(2000),
              random.nextInt(10)));
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOf(bytes, bytes.length + Decoder.ROOM_BEHIND);
  }

  /**
   * A decoder that fails on bad records.
   *
   * @param columns a bit for each column that is needed
   */
  static Decoder decoder(Format format, long columns) {
    return Formats.decoder(
        FormatOptions.of(format),
        SCHEMA,
        BitSet.valueOf(new long[] {columns}),
        BadRecordPolicy.FAIL,
        Optional.empty(),
        (where, line, bytes, from, length, reason) -> {
          throw new IllegalStateException(line + ": " + reason);
        },
        "memory");
  }

  /** The records as a batch. */
  static Batch batch() {
    byte[] file = file(Format.NDJSON);
    Decoder decoder = decoder(Format.NDJSON, ALL);
    int read = decoder.decode(file, 0, file.length - Decoder.ROOM_BEHIND, true);
    if (read != file.length - Decoder.ROOM_BEHIND) {
      throw new IllegalStateException("not all records were read");
    }
    return decoder.take();
  }

  /** An expression over the columns, ready to be evaluated. */
  static Evaluator evaluator(String text) {
    Expression expression =
        new ExpressionCompiler(ZoneOffset.UTC, AggregateResolver.NONE)
            .row(
                text,
                Scope.of(SCHEMA),
                (code, place, message, hint) -> {
                  throw new IllegalStateException(text + ": " + message);
                })
            .orElseThrow();
    return Evaluators.bind(expression, SCHEMA, new EvaluationContext(ZoneOffset.UTC, 0));
  }
}
