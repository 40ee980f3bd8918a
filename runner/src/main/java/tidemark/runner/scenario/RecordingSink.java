package tidemark.runner.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkWriter;

/**
 * A sink in memory that keeps each micro-batch's rows. It outlives the runs of a test, as a real
 * system would; a batch takes effect once.
 */
final class RecordingSink implements Sink {
  private final OutputMode mode;
  private final Map<Long, List<Batch>> committed = new TreeMap<>();

  RecordingSink(OutputMode mode) {
    this.mode = mode;
  }

  /** The rows of a micro-batch, in order. */
  List<DeliveredRow> rows(long batch) {
    return DeliveredRow.all(committed.getOrDefault(batch, List.of()));
  }

  /** What the sink holds: every batch's rows, or in complete mode the last batch's. */
  List<DeliveredRow> held() {
    List<DeliveredRow> rows = new ArrayList<>();
    committed
        .values()
        .forEach(
            batches -> {
              if (mode == OutputMode.COMPLETE) {
                rows.clear();
              }
              rows.addAll(DeliveredRow.all(batches));
            });
    return rows;
  }

  @Override
  public Delivery delivery() {
    return Delivery.STAGED;
  }

  @Override
  public Outcome outcome(OperationKey key) {
    return committed.containsKey(key.batch()) ? Outcome.COMMITTED : Outcome.ABSENT;
  }

  @Override
  public SinkBatch begin(OperationKey key) {
    return new Staged(key.batch());
  }

  @Override
  public void close() {}

  /** The rows of one attempt at a micro-batch. */
  private final class Staged implements SinkBatch {
    private final long batch;
    private final Map<Integer, List<Batch>> partitions = new TreeMap<>();

    Staged(long batch) {
      this.batch = batch;
    }

    @Override
    public SinkWriter writer(int partition) {
      List<Batch> rows = partitions.computeIfAbsent(partition, p -> new ArrayList<>());
      return written -> rows.add(copy(written));
    }

    @Override
    public void prepare() {}

    @Override
    public void commit() {
      committed.put(batch, partitions.values().stream().flatMap(List::stream).toList());
    }

    @Override
    public void close() {}
  }

  private static Batch copy(Batch batch) {
    BatchBuilder copy = new BatchBuilder(batch.schema());
    for (int i = 0; i < batch.count(); i++) {
      copy.append(batch, batch.selection().row(i));
    }
    return copy.take();
  }
}
