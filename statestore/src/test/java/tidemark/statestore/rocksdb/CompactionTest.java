package tidemark.statestore.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.statestore.MemoryFolders;
import tidemark.statestore.Rows;
import tidemark.statestore.StateMerging;
import tidemark.statestore.StateRef;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.LocalFiles;

/** What is stored stays in proportion to the rows, and merges are few beside the changes. */
final class CompactionTest {
  private static final int ROWS = 10_000;
  private static final int VALUE = 40;
  private static final int BATCHES = 40;

  @TempDir(factory = MemoryFolders.class)
  private Path folder;

  private final Random random = new Random(5);

  /**
   * Each batch replaces so many rows by others; so many bytes of a value are random. A row has 49
   * bytes, a delete 9, so a batch that replaces all rows holds 1.2 times their bytes.
   *
   * <p>Merges are due: (1) when five times the rows' bytes are to be replayed, then each four
   * times, that is each fourth batch; (2) each second batch, as a file has nearly the bytes of the
   * rows; (3) when there are eight segments, one of which is the result of the last merge; (4) each
   * third batch, as a file has 0.4 times the bytes of the rows; (5) when there are eight segments
   * since the last merge.
   */
  @ParameterizedTest
  @CsvSource({"10000, 0, 10", "10000, 40, 20", "4000, 0, 6", "4000, 40, 13", "200, 20, 5"})
  void filesStayInProportionToTheRows(int replaced, int randomBytes, int mostMerges) {
    try (RocksDbStateBackend state = open()) {
      StateStore store = state.store(new StoreId("steps.s", "rows"));
      long largestFile = 0;
      long largest = 0;
      int merges = 0;
      insert(store, 0, ROWS, randomBytes);
      for (int batch = 0; batch < BATCHES; batch++) {
        StateRef ref = state.seal(batch);
        StateRef.Segment newest = ref.segments().get(ref.segments().size() - 1);
        largestFile = Math.max(largestFile, newest.bytes());
        largest = Math.max(largest, newest.rawBytes());
        merges += state.takePublished().size() - 1;
        long live = ref.stores().get(0).bytes();
        assertThat(live).isEqualTo(ROWS * (9L + VALUE));
        // A merge begins at the seal that made it due and counts from the next one on.
        assertThat(fileBytes(ref)).as("batch %s", batch).isLessThan(2 * live + 2 * largestFile);
        assertThat(rawBytes(ref)).as("batch %s", batch).isLessThan(5 * live + 2 * largest);
        assertThat(ref.segments()).as("batch %s", batch).hasSizeLessThan(16);
        for (int row = batch * replaced; row < (batch + 1) * replaced; row++) {
          store.delete(key(row));
        }
        insert(store, ROWS + batch * replaced, replaced, randomBytes);
      }
      assertThat(merges).isPositive().isLessThanOrEqualTo(mostMerges);
    }
  }

  private RocksDbStateBackend open() {
    return new RocksDbStateBackend(
        new RocksDbStateBackend.Settings(
            new LocalFiles(folder),
            folder.resolve("work"),
            16 << 20,
            Rows.countingIds(1),
            StateMerging.AT_SEALS),
        StateRef.empty(),
        List.of());
  }

  private void insert(StateStore store, int first, int count, int randomBytes) {
    byte[] noise = new byte[randomBytes];
    for (int row = first; row < first + count; row++) {
      random.nextBytes(noise);
      store.insert(key(row), ByteBuffer.allocate(VALUE).put(noise).array());
    }
  }

  private static byte[] key(int row) {
    return ByteBuffer.allocate(9).put((byte) row).putLong(row).array();
  }

  private static long fileBytes(StateRef ref) {
    return ref.snapshot().map(StateRef.Snapshot::bytes).orElse(0L)
        + ref.segments().stream().mapToLong(StateRef.Segment::bytes).sum();
  }

  private static long rawBytes(StateRef ref) {
    return ref.segments().stream().mapToLong(StateRef.Segment::rawBytes).sum();
  }
}
