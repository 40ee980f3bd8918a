package tidemark.operators.join;

import java.util.function.Consumer;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.plan.Side;

/** Rows of one side that found no partner on their way out, the other side's columns null. */
final class LoneRows {
  private final GatheredRows rows;
  private final BatchBuilder padded;
  private final int firstColumn;
  private final int firstNull;
  private final int endNull;
  private final Consumer<Batch> out;

  LoneRows(JoinShape shape, Side side, StoredForm form, Consumer<Batch> out) {
    boolean isLeft = side == Side.LEFT;
    int rightColumn = shape.left().kept().size();
    this.rows = new GatheredRows(form, shape.side(side).kept().fields());
    this.padded = new BatchBuilder(shape.pair());
    this.firstColumn = isLeft ? 0 : rightColumn;
    this.firstNull = isLeft ? rightColumn : 0;
    this.endNull = isLeft ? shape.pair().size() : rightColumn;
    this.out = out;
  }

  void add(NewRows from, int place) {
    rows.add(from, place);
    flushIfFull();
  }

  /** Adds a stored row. */
  void add(byte[] value) {
    rows.add(value, 0, value.length);
    flushIfFull();
  }

  private void flushIfFull() {
    if (BatchBuilder.isFull(rows.count(), rows.bytes())) {
      flush();
    }
  }

  /** Hands out what there is. */
  void flush() {
    int count = rows.count();
    if (count == 0) {
      return;
    }
    rows.read(padded, firstColumn);
    for (int column = firstNull; column < endNull; column++) {
      for (int i = 0; i < count; i++) {
        padded.column(column).appendNull();
      }
    }
    padded.closeRows(count);
    out.accept(padded.take());
  }
}
