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
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyWriter;

/** What it costs to write a column's value as key bytes that sort: time a value. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CodecBenchmark {
  @Param({"ts", "site", "url", "user_id", "latency_ms"})
  String column;

  private final KeyWriter key = new KeyWriter();
  private final Batch batch = AccessLog.batch();
  private int position;

  @Setup
  public void choose() {
    position = AccessLog.SCHEMA.find(column).orElseThrow();
  }

  /** A batch of values; the sum keeps the writing alive. */
  @Benchmark
  @OperationsPerInvocation(Batch.MAX_ROWS)
  public long writeKey() {
    Column values = batch.column(position);
    long sum = 0;
    for (int row = 0; row < Batch.MAX_ROWS; row++) {
      key.clear();
      KeyCodec.write(values, AccessLog.SCHEMA.field(position).type(), row, key);
      sum += key.buffer()[key.length() - 1];
    }
    return sum;
  }
}
