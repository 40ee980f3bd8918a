package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import tidemark.statestore.IdSource;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StateMerging;
import tidemark.statestore.StateRef;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.LocalFiles;

/**
 * Prints what reads, changes, seals and reopening cost: {@code java … SealMeasure FOLDER MEMORY_MB
 * ROWS CHANGED BATCHES}. Keys have 24 bytes, values 40. Not a test; figures depend on the machine.
 */
public final class SealMeasure {
  private final RandomGenerator random = new SplittableRandom(7);
  private final int rows;
  private final int changed;
  private final byte[] value = new byte[40];

  private SealMeasure(int rows, int changed) {
    this.rows = rows;
    this.changed = changed;
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    LocalFiles.deleteTree(folder);
    Files.createDirectories(folder);
    SealMeasure measure = new SealMeasure(Integer.parseInt(args[2]), Integer.parseInt(args[3]));
    measure.run(folder, Long.parseLong(args[1]) << 20, Integer.parseInt(args[4]));
    LocalFiles.deleteTree(folder);
  }

  private void run(Path folder, long memory, int batches) throws IOException {
    IdSource ids = IdSource.random(random);
    RocksDbStateBackend.Settings settings =
        new RocksDbStateBackend.Settings(
            new LocalFiles(folder),
            folder.resolve("work"),
            memory,
            ids,
            StateMerging.BESIDE_BATCHES);
    StateRef ref;
    try (RocksDbStateBackend backend =
        new RocksDbStateBackend(settings, StateRef.empty(), List.of())) {
      StateStore store = backend.store(new StoreId("steps.measure", "rows"));
      timed("insert", rows, () -> insertAll(store));
      timed("seal of all", rows, () -> backend.seal(0));
      for (int batch = 1; batch <= batches; batch++) {
        long number = batch;
        String name = "batch " + batch + ": ";
        timed(name + "read and replace", changed, () -> change(store));
        timed(name + "seal", changed, () -> backend.seal(number));
      }
      timed("scan", rows, () -> scan(store));
      System.out.println(backend.stats());
      ref = backend.sealed();
      timed("close", rows, backend::close);
    }
    timed("open", rows, () -> new RocksDbStateBackend(settings, ref, List.of()).close());
    LocalFiles.deleteTree(folder.resolve("work"));
    timed(
        "open from files", rows, () -> new RocksDbStateBackend(settings, ref, List.of()).abandon());
    System.out.println(ref);
  }

  private static void timed(String what, int count, Runnable work) {
    long start = System.nanoTime();
    work.run();
    long nanos = System.nanoTime() - start;
    System.out.printf("%-30s %9.1f ms %8.3f us each%n", what, nanos / 1e6, nanos / 1e3 / count);
  }

  private byte[] key(int number) {
    long mixed = number * 0x9E3779B97F4A7C15L;
    ByteBuffer key = ByteBuffer.allocate(24);
    return key.put((byte) (mixed >>> 56)).putLong(1_700_000_000_000L).putLong(mixed).array();
  }

  private void insertAll(StateStore store) {
    for (int i = 0; i < rows; i++) {
      store.insert(key(i), value);
    }
  }

  private void change(StateStore store) {
    int step = Math.max(1, rows / changed);
    int first = random.nextInt(step);
    for (int i = 0; i < changed; i++) {
      byte[] key = key((first + i * step) % rows);
      byte[] old = store.get(key);
      if (old == null) {
        throw new AssertionError("a row is lost");
      }
      old[0]++;
      store.replace(key, old);
    }
  }

  private static void scan(StateStore store) {
    try (StateCursor cursor = store.scan(KeyRange.all())) {
      boolean more = true;
      while (more) {
        more = cursor.next();
      }
    }
  }
}
