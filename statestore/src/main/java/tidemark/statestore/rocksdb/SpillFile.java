package tidemark.statestore.rocksdb;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tidemark.statestore.StoreId;
import tidemark.statestore.changelog.BlockWriter;
import tidemark.statestore.changelog.Changes;
import tidemark.statestore.changelog.SegmentReader;
import tidemark.statestore.changelog.SegmentWriter;
import tidemark.statestore.table.Shard;
import tidemark.statestore.table.SortRoom;

/**
 * Changes of the batch under way whose tables had to leave memory: sorted runs in a local file,
 * until the seal puts them into the batch's segment. Safe for use by several threads.
 */
final class SpillFile {
  /** Name in the head of each run. */
  private static final String RUN = "run";

  private final Path path;
  private final SortedMap<StoreId, SortedMap<Integer, List<Run>>> runs = new TreeMap<>();
  private long end;

  SpillFile(Path path) {
    this.path = path;
  }

  /** Where a run lies in the file. */
  private record Run(long from, int length) {}

  /** Appends the unsealed changes of a table. */
  void add(StoreId store, int group, Shard shard) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (SegmentWriter writer = new SegmentWriter(bytes, 'S', RUN, true)) {
      ShardChanges changes = new ShardChanges(store, shard, shard.unsealed(new SortRoom()));
      BlockWriter blocks = writer.store(store);
      while (changes.next()) {
        blocks.write(changes, changes.agreed());
      }
      writer.finish();
    }
    append(store, group, bytes.toByteArray());
  }

  private synchronized void append(StoreId store, int group, byte[] run) throws IOException {
    Files.createDirectories(path.getParent());
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer rest = ByteBuffer.wrap(run);
      while (rest.hasRemaining()) {
        file.write(rest, end + rest.position());
      }
    }
    runs.computeIfAbsent(store, id -> new TreeMap<>())
        .computeIfAbsent(group, number -> new ArrayList<>())
        .add(new Run(end, run.length));
    end += run.length;
  }

  synchronized boolean isEmpty() {
    return runs.isEmpty();
  }

  synchronized boolean has(StoreId store) {
    return runs.containsKey(store);
  }

  /** The runs of a group, the oldest first. */
  List<Changes> runs(StoreId store, int group) throws IOException {
    List<Run> found = runsOf(store, group);
    if (found.isEmpty()) {
      return List.of();
    }
    List<Changes> readers = new ArrayList<>();
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      for (Run run : found) {
        ByteBuffer bytes = ByteBuffer.allocate(run.length());
        while (bytes.hasRemaining() && file.read(bytes, run.from() + bytes.position()) >= 0) {
          continue;
        }
        readers.add(
            new SegmentReader(new ByteArrayInputStream(bytes.array()), path.toString(), 'S', RUN));
      }
    }
    return readers;
  }

  private synchronized List<Run> runsOf(StoreId store, int group) {
    SortedMap<Integer, List<Run>> ofStore = runs.get(store);
    return ofStore == null ? List.of() : ofStore.getOrDefault(group, List.of());
  }

  /** Drops everything. */
  synchronized void clear() throws IOException {
    if (!runs.isEmpty()) {
      runs.clear();
      end = 0;
      Files.deleteIfExists(path);
    }
  }
}
