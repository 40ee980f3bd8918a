package tidemark.statestore.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.statestore.Rows.all;
import static tidemark.statestore.checkpoint.CountingPipeline.INDEX;
import static tidemark.statestore.checkpoint.CountingPipeline.ROWS;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.statestore.IdSource;
import tidemark.statestore.MemoryFolders;
import tidemark.statestore.Rows;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.files.LocalFiles;

/** A disk that has no room from some write on: the run fails, and the next one loses nothing. */
class FullDiskTest {
  private static final long LAST = 10;

  @TempDir(factory = MemoryFolders.class)
  private Path folder;

  private final IdSource ids = Rows.countingIds(1);
  private final CountingPipeline pipeline = new CountingPipeline(20, 6, 60);

  /** How many writes there is room for; shared by all views of the disk. */
  private static final class Room {
    private int left;

    Room(int left) {
      this.left = left;
    }

    void take(String path) {
      if (left-- <= 0) {
        throw new StateFailure(
            Kind.IO, "cannot write " + path + ": No space left on device", "Free space.");
      }
    }
  }

  /** Files of a disk with so much room; reading and deleting need none. */
  private record FullDisk(FileStore files, Room room) implements FileStore {
    @Override
    public InputStream open(String path) {
      return files.open(path);
    }

    @Override
    public long length(String path) {
      return files.length(path);
    }

    @Override
    public List<String> list(String path) {
      return files.list(path);
    }

    @Override
    public boolean createIfAbsent(String path, byte[] content) {
      room.take(path);
      return files.createIfAbsent(path, content);
    }

    @Override
    public void replace(String path, byte[] content) {
      room.take(path);
      files.replace(path, content);
    }

    @Override
    public void upload(Path local, String path) {
      room.take(path);
      files.upload(local, path);
    }

    @Override
    public void delete(String path) {
      files.delete(path);
    }

    @Override
    public FileStore claim(long epoch) {
      return new FullDisk(files.claim(epoch), room);
    }
  }

  private CheckpointOptions options(long memory, Room room) {
    return CountingPipeline.options(ids, memory)
        .withRetainBatches(3)
        .withFiles(root -> new FullDisk(LocalFiles.withoutSync(root), room));
  }

  private void run(Path checkpoint, long memory, Room room) {
    try (Checkpoint open = Checkpoint.open(checkpoint, options(memory, room))) {
      pipeline.run(open, LAST);
      open.retain();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {60000, 2000})
  void whereverTheRoomEndsNothingIsLostOnceThereIsSome(long memory) {
    boolean failed = true;
    int writes = 0;
    for (; failed; writes++) {
      Path checkpoint = folder.resolve(memory + "-" + writes);
      failed = fails(checkpoint, memory, writes);
      run(checkpoint, memory, new Room(Integer.MAX_VALUE));
      assertThat(Checkpoint.verify(checkpoint).damages()).isEmpty();
      try (Checkpoint open =
          Checkpoint.open(checkpoint, options(memory, new Room(Integer.MAX_VALUE)))) {
        assertThat(open.commits().latest().orElseThrow().batch()).isEqualTo(LAST);
        assertThat(all(open.state().store(ROWS))).isEqualTo(all(pipeline.expected(ROWS, LAST)));
        assertThat(all(open.state().store(INDEX))).isEqualTo(all(pipeline.expected(INDEX, LAST)));
      }
    }
    assertThat(writes).isGreaterThan(20);
  }

  /** Fails as a full disk does, and nothing else; whether it failed. */
  private boolean fails(Path checkpoint, long memory, int writes) {
    try {
      run(checkpoint, memory, new Room(writes));
      return false;
    } catch (StateFailure e) {
      assertThat(e.kind()).isEqualTo(Kind.IO);
      assertThat(e).hasMessageContaining("No space left");
      return true;
    }
  }

  @Test
  void rollbackThatFindsNoRoomForItsLeaseChangesNothing() {
    Path checkpoint = folder.resolve("rollback");
    run(checkpoint, 60000, new Room(Integer.MAX_VALUE));
    try {
      Rollback unexpected =
          Checkpoint.rollback(checkpoint, options(60000, new Room(0)), LAST - 2, plan -> Map.of());
      assertThat(unexpected).isNull();
    } catch (StateFailure e) {
      assertThat(e.kind()).isEqualTo(Kind.IO);
    }
    assertThat(Checkpoint.read(checkpoint).commits().batches()).contains(LAST);
    Rollback done =
        Checkpoint.rollback(
            checkpoint, options(60000, new Room(Integer.MAX_VALUE)), LAST - 2, plan -> Map.of());
    assertThat(done.undone()).containsExactly(LAST);
  }
}
