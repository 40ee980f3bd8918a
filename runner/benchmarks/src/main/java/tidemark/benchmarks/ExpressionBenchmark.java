package tidemark.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.expr.Evaluator;

/** Twenty expressions as pipelines have them, over a batch of an access log: time a row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ExpressionBenchmark {
  @Param({
    "bytes + 1",
    "bytes * 8 - user_id",
    "latency_ms / 1000",
    "bytes % 100",
    "status >= 500",
    "status = 200 AND latency_ms < 100",
    "status = 404 OR bytes > 20000",
    "status IN (200, 301, 304)",
    "status BETWEEN 200 AND 299",
    "bytes IS NOT NULL",
    "CASE WHEN status >= 500 THEN 'error' WHEN status >= 400 THEN 'fault' ELSE 'fine' END",
    "coalesce(bytes, 0)",
    "site = 's42'",
    "site LIKE 's1%'",
    "length(url)",
    "substring(url, 2, 3)",
    "date_trunc('minute', ts)",
    "hour(ts)",
    "cast(bytes AS double)",
    "abs(latency_ms - 100)"
  })
  String expression;

  private final Batch batch = AccessLog.batch();
  private Evaluator evaluator = (rows, selection) -> rows.column(0);

  @Setup
  public void bind() {
    evaluator = AccessLog.evaluator(expression);
  }

  /** A batch of rows. */
  @Benchmark
  @OperationsPerInvocation(Batch.MAX_ROWS)
  public Column evaluate() {
    return evaluator.evaluate(batch, batch.selection());
  }
}
