package tidemark.operators.builtin.filesink;

import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.EarlierBatches;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.SinkWriter;

/** Writes a folder of files so that each micro-batch is visible once, whole, whatever crashes. */
public final class FileSink implements Sink {
  private static final int KEPT_MANIFESTS = 100;

  private final SinkFolder folder;
  private final FileSinkSettings settings;
  private final OutputMode mode;
  private final EncodeBuffers buffers = new EncodeBuffers();

  FileSink(SinkFolder folder, FileSinkSettings settings, OutputMode mode) {
    this.folder = folder;
    this.settings = settings;
    this.mode = mode;
  }

  /**
   * Opens the sink and takes its folder, if that is not another checkpoint's.
   *
   * @throws tidemark.operators.diagnostics.Failure TM606 if the folder belongs to another pipeline,
   *     TM605 if it cannot be written
   */
  public static FileSink open(SinkRequest request, FileSinkSettings settings) {
    SinkFolder folder = new SinkFolder(settings.path(), Owner.of(request), KEPT_MANIFESTS);
    folder.claim();
    return new FileSink(folder, settings, request.mode());
  }

  @Override
  public Delivery delivery() {
    return Delivery.STAGED;
  }

  @Override
  public Outcome outcome(OperationKey key) {
    return folder.isCommitted(key.batch()) ? Outcome.COMMITTED : Outcome.ABSENT;
  }

  @Override
  public SinkBatch begin(OperationKey key) {
    if (folder.isCommitted(key.batch())) {
      return new RepeatedBatch();
    }
    return mode == OutputMode.COMPLETE
        ? new WholeResult(folder, key.batch(), settings, buffers)
        : new AddedParts(folder, key.batch(), settings, buffers);
  }

  @Override
  public boolean takeBack(long lastBatch) {
    boolean replacesWhole = mode == OutputMode.COMPLETE;
    new TakenBack(folder, lastBatch).run(replacesWhole);
    return true;
  }

  @Override
  public Optional<EarlierBatches> earlier() {
    return Optional.of(new HeldFolder(folder, mode == OutputMode.COMPLETE));
  }

  @Override
  public void close() {}

  /** A micro-batch that took effect before: writing it again changes nothing. */
  private static final class RepeatedBatch implements SinkBatch {
    @Override
    public SinkWriter writer(int partition) {
      return (Batch batch) -> {};
    }

    @Override
    public void prepare() {}

    @Override
    public void commit() {}

    @Override
    public void close() {}
  }
}
