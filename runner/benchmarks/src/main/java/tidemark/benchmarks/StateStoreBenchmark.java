package tidemark.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import tidemark.statestore.GroupRows;
import tidemark.statestore.IdSource;
import tidemark.statestore.StateMerging;
import tidemark.statestore.StateRef;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.LocalFiles;
import tidemark.statestore.rocksdb.RocksDbStateBackend;

/**
 * What it costs to change a stored row and to make the change durable: keys of 24 bytes, values of
 * 40; time a row. Rows of one key group stand together, as operators write them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class StateStoreBenchmark {
  private static final int CHANGED = 10_000;
  private static final int GROUPS = 256;
  private static final long MEMORY = 512L << 20;

  @Param({"50000", "1000000"})
  int rows;

  private final byte[] value = new byte[40];
  private final ByteBuffer key = ByteBuffer.allocate(24);
  private final SplittableRandom random = new SplittableRandom(7);
  private final Path folder = temporary();
  private final RocksDbStateBackend backend =
      new RocksDbStateBackend(
          new RocksDbStateBackend.Settings(
              new LocalFiles(folder),
              folder.resolve("work"),
              MEMORY,
              IdSource.random(random),
              StateMerging.BESIDE_BATCHES),
          StateRef.empty(),
          List.of());
  private final StateStore store = backend.store(new StoreId("steps.measure", "rows"));
  private long batch;

  private static Path temporary() {
    try {
      return Files.createTempDirectory("tidemark-benchmark");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** All rows are there and sealed. */
  @Setup
  public void fill() {
    change(rows, 1);
    backend.seal(batch++);
  }

  /** Changes rows and makes that durable. */
  @Benchmark
  @OperationsPerInvocation(CHANGED)
  public StateRef changeAndSeal() {
    change(CHANGED, rows / CHANGED);
    return backend.seal(batch++);
  }

  private void change(int count, int step) {
    int first = random.nextInt(step);
    for (int group = 0; group < GROUPS; group++) {
      try (GroupRows open = store.group(group, count / GROUPS)) {
        for (int i = group; i < count; i += GROUPS) {
          key.clear();
          key.put((byte) group)
              .putLong(1_700_000_000_000L)
              .putLong((first + i * (long) step) * GROUPS);
          boolean found = open.find(key.array(), 0, key.capacity());
          value[0] = (byte) (value[0] + (found ? 1 : 0));
          open.put(value, 0, value.length);
        }
      }
    }
  }

  @TearDown
  public void close() throws IOException {
    backend.close();
    LocalFiles.deleteTree(folder);
  }
}
