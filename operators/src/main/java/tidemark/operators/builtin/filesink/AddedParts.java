package tidemark.operators.builtin.filesink;

import java.io.IOException;
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
 * A micro-batch whose rows are added to the result: one file a partition that has rows. Without any
 * row nothing is written, not even a manifest.
 */
final class AddedParts implements SinkBatch {
  private final SinkFolder folder;
  private final long batch;
  private final FileSinkSettings settings;
  private final EncodeBuffers spare;
  private final Queue<ByteSink> buffers;
  private final SortedMap<Integer, StagedFile> parts = new ConcurrentSkipListMap<>();
  private Optional<String> input = Optional.empty();
  private Optional<Manifest> prepared = Optional.empty();
  private boolean committed;

  AddedParts(SinkFolder folder, long batch, FileSinkSettings settings, EncodeBuffers spare) {
    this.folder = folder;
    this.batch = batch;
    folder.stage();
    this.settings = settings;
    this.spare = spare;
    this.buffers = new ConcurrentLinkedQueue<>(spare.take());
  }

  @Override
  public SinkWriter writer(int partition) {
    return parts.computeIfAbsent(partition, this::part);
  }

  @Override
  public void covers(String covered) {
    input = Optional.of(covered);
  }

  @Override
  public void prepare() {
    folder.attempt(
        () -> {
          List<Manifest.Published> files = new ArrayList<>();
          for (StagedFile part : parts.values()) {
            if (part.rows() > 0) {
              part.finish();
              files.add(published(part));
            }
          }
          if (!files.isEmpty()) {
            folder.seal();
          }
          spare.give(buffers);
          prepared = Optional.of(new Manifest(batch, files, false, input));
        });
  }

  @Override
  public void commit() {
    Manifest manifest =
        prepared.orElseThrow(() -> new IllegalStateException("commit before prepare"));
    if (manifest.files().isEmpty()) {
      folder.drop(batch);
    } else {
      folder.commit(manifest);
    }
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
    folder.drop(batch);
  }

  private StagedFile part(int partition) {
    String name = SinkFolder.partName(batch, partition) + settings.suffix();
    return new StagedFile(folder, batch, name, settings, buffers, true);
  }

  private static Manifest.Published published(StagedFile part) {
    return new Manifest.Published(part.name(), part.bytes(), part.rows());
  }
}
