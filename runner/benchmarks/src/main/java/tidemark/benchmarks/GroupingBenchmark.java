package tidemark.benchmarks;

import java.util.SplittableRandom;
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
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.types.SimpleType;

/**
 * What it costs to find the group of a row: window end and a short string, encoded, hashed, looked
 * up.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class GroupingBenchmark {
  @Param({"1000", "100000", "4000000"})
  int groups;

  private final GroupTable table = new GroupTable();
  private final KeyWriter key = new KeyWriter();
  private final long[] windowEnds = new long[Batch.MAX_ROWS];
  private BytesColumn sites = new BytesBuilder().build();

  /** One batch of rows whose keys are drawn from all groups; the table holds every group. */
  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(42);
    BytesBuilder names = new BytesBuilder();
    for (int row = 0; row < Batch.MAX_ROWS; row++) {
      int group = random.nextInt(groups);
      names.append("s" + group % 1000);
      windowEnds[row] = group / 1000 * 60_000_000L;
    }
    sites = names.build();
    for (int group = 0; group < groups; group++) {
      BytesBuilder one = new BytesBuilder();
      one.append("s" + group % 1000);
      find(group / 1000 * 60_000_000L, one.build(), 0);
    }
  }

  /** A batch of rows; the sum keeps the look-ups alive. */
  @Benchmark
  @OperationsPerInvocation(Batch.MAX_ROWS)
  public long findGroups() {
    long sum = 0;
    for (int row = 0; row < Batch.MAX_ROWS; row++) {
      sum += find(windowEnds[row], sites, row);
    }
    return sum;
  }

  private int find(long windowEnd, BytesColumn names, int row) {
    key.clear();
    key.writeLong(windowEnd);
    KeyCodec.write(names, SimpleType.STRING, row, key);
    return table.find(key.buffer(), 0, key.length(), KeyHash.of(key.buffer(), 0, key.length()));
  }
}
