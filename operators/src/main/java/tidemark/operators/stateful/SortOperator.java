package tidemark.operators.stateful;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.Share;
import tidemark.operators.StatefulOperator;
import tidemark.operators.StepMetrics;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.plan.SortKey;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Schema;

/**
 * Orders a whole result. Equal rows keep their order. It stores nothing, but sees all shares before
 * it emits, so it runs as stateful steps do.
 */
public final class SortOperator implements StatefulOperator {
  private record Position(Batch batch, int row) {}

  private final List<SortKey> keys;
  private final Schema schema;
  private final RowStore[] shares;

  public SortOperator(List<SortKey> keys, Schema schema, OperatorContext context) {
    this.keys = List.copyOf(keys);
    this.schema = schema;
    this.shares = new RowStore[context.partitions().count()];
  }

  @Override
  public Share share(int input, int partition) {
    RowStore kept = new RowStore(schema);
    shares[partition] = kept;
    return batch -> kept.add(batch, Long.MAX_VALUE);
  }

  @Override
  public void finish(int partition, Emitter out) {
    if (partition != 0) {
      return;
    }
    List<Position> rows = new ArrayList<>();
    for (RowStore share : shares) {
      for (Batch batch : share.batches()) {
        for (int row = 0; row < batch.size(); row++) {
          rows.add(new Position(batch, row));
        }
      }
    }
    rows.sort(order());
    BatchBuilder sorted = new BatchBuilder(schema);
    for (Position position : rows) {
      sorted.append(position.batch(), position.row());
      if (sorted.isFull()) {
        out.emit(sorted.take());
      }
    }
    if (sorted.rows() > 0) {
      out.emit(sorted.take());
    }
  }

  private Comparator<Position> order() {
    List<Comparator<Position>> orders = new ArrayList<>();
    for (SortKey key : keys) {
      DataType type = schema.field(key.column()).type();
      ValueComparator values = ValueComparator.of(type);
      Comparator<Position> ascending =
          (left, right) ->
              nullsFirst(
                  values,
                  left.batch().column(key.column()),
                  left.row(),
                  right.batch().column(key.column()),
                  right.row());
      orders.add(key.direction() == SortKey.Direction.ASCENDING ? ascending : ascending.reversed());
    }
    return orders.stream().reduce(Comparator::thenComparing).orElseThrow();
  }

  private static int nullsFirst(
      ValueComparator values, Column left, int leftRow, Column right, int rightRow) {
    boolean leftNull = left.isNull(leftRow);
    boolean rightNull = right.isNull(rightRow);
    if (leftNull || rightNull) {
      return Boolean.compare(rightNull, leftNull);
    }
    return values.compare(left, leftRow, right, rightRow);
  }

  @Override
  public StepMetrics metrics() {
    return new StepMetrics(0, 0, 0, 0, 0);
  }
}
