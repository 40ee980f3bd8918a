package tidemark.operators.builtin.filesink;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.format.ByteSink;

/**
 * A micro-batch whose rows are the whole result: one file {@code result.…}, which takes the place
 * of the older one in one step. The partitions are written apart and joined when all are done:
 * packed members and frames may stand one behind the other, and so may row groups.
 */
final class WholeResult implements SinkBatch {
  private final SinkFolder folder;
  private final long batch;
  private final FileSinkSettings settings;
  private final EncodeBuffers spare;
  private final Queue<ByteSink> buffers;
  private final SortedMap<Integer, StagedFile> parts = new ConcurrentSkipListMap<>();
  private Optional<StagedFile> whole = Optional.empty();
  private Optional<String> input = Optional.empty();
  private Optional<Manifest> prepared = Optional.empty();
  private boolean committed;

  WholeResult(SinkFolder folder, long batch, FileSinkSettings settings, EncodeBuffers spare) {
    this.folder = folder;
    this.batch = batch;
    folder.stage();
    this.settings = settings;
    this.spare = spare;
    this.buffers = new ConcurrentLinkedQueue<>(spare.take());
  }

  @Override
  public SinkWriter writer(int partition) {
    return parts.computeIfAbsent(partition, p -> file(String.format("piece-%03d", p), false));
  }

  @Override
  public void covers(String covered) {
    input = Optional.of(covered);
  }

  @Override
  public void prepare() {
    folder.attempt(
        () -> {
          List<StagedFile> pieces = new ArrayList<>();
          long rows = 0;
          for (StagedFile part : parts.values()) {
            if (part.rows() > 0) {
              part.finish();
              pieces.add(part);
              rows += part.rows();
            }
          }
          StagedFile result = file("result" + settings.suffix(), true);
          whole = Optional.of(result);
          long bytes =
              settings.format().format().isText() ? append(result, pieces) : join(result, pieces);
          folder.seal();
          spare.give(buffers);
          prepared =
              Optional.of(
                  new Manifest(
                      batch,
                      List.of(new Manifest.Published(result.name(), bytes, rows)),
                      true,
                      input));
        });
  }

  @Override
  public void commit() {
    folder.commit(prepared.orElseThrow(() -> new IllegalStateException("commit before prepare")));
    committed = true;
  }

  @Override
  public void close() {
    if (!committed) {
      folder.attempt(this::abandon);
    }
  }

  private void abandon() throws IOException {
    for (StagedFile part : parts.values()) {
      part.abandon();
    }
    if (whole.isPresent()) {
      whole.get().abandon();
    }
    folder.drop(batch);
  }

  private StagedFile file(String name, boolean begins) {
    return new StagedFile(folder, batch, name, settings, buffers, begins);
  }

  private static long join(StagedFile result, List<StagedFile> pieces) throws IOException {
    result.finishWith(pieces);
    return result.bytes();
  }

  /** Appends the pieces, packed as they are, to the result, and deletes them; the result's size. */
  private static long append(StagedFile result, List<StagedFile> pieces) throws IOException {
    result.finish();
    try (FileChannel target =
        FileChannel.open(result.path(), StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
      for (StagedFile piece : pieces) {
        try (FileChannel source = FileChannel.open(piece.path(), StandardOpenOption.READ)) {
          long size = source.size();
          for (long done = 0; done < size; ) {
            done += source.transferTo(done, size - done, target);
          }
        }
        Files.delete(piece.path());
      }
      target.force(true);
      return target.size();
    }
  }
}
