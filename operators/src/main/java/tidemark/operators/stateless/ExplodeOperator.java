package tidemark.operators.stateless;

import tidemark.operators.Emitter;
import tidemark.operators.StatelessOperator;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.types.Schema;

/**
 * One row an element of an array, or an entry of a map as a struct of key and value. A row whose
 * array is null or empty vanishes, or stays once with a null element if outer.
 */
public final class ExplodeOperator implements StatelessOperator {
  private final int column;
  private final boolean outer;
  private final BatchBuilder rows;
  private final int element;

  /**
   * @param column position of the array or map in the input
   * @param schema of the output: the input's other columns in order, then the element
   */
  public ExplodeOperator(int column, boolean outer, Schema schema) {
    this.column = column;
    this.outer = outer;
    this.rows = new BatchBuilder(schema);
    this.element = schema.size() - 1;
  }

  @Override
  public void process(Batch batch, Emitter out) {
    Column lists = batch.column(column);
    for (int i = 0; i < batch.count(); i++) {
      int row = batch.selection().row(i);
      int count = lists.isNull(row) ? 0 : length(lists, row);
      for (int e = 0; e < count; e++) {
        copyOthers(batch, row);
        appendElement(lists, row, e);
        close(out);
      }
      if (count == 0 && outer) {
        copyOthers(batch, row);
        rows.column(element).appendNull();
        close(out);
      }
    }
    if (rows.rows() > 0) {
      out.emit(rows.take());
    }
  }

  private static int length(Column lists, int row) {
    return lists instanceof MapColumn map ? map.length(row) : ((ArrayColumn) lists).length(row);
  }

  private void copyOthers(Batch batch, int row) {
    int to = 0;
    for (int from = 0; from <= element; from++) {
      if (from != column) {
        rows.column(to++).append(batch.column(from), row);
      }
    }
  }

  private void appendElement(Column lists, int row, int index) {
    if (lists instanceof MapColumn map) {
      StructBuilder entry = (StructBuilder) rows.column(element);
      entry.field(0).append(map.keys(), map.start(row) + index);
      entry.field(1).append(map.values(), map.start(row) + index);
      entry.closeRow();
      return;
    }
    ArrayColumn array = (ArrayColumn) lists;
    rows.column(element).append(array.elements(), array.start(row) + index);
  }

  private void close(Emitter out) {
    rows.closeRow();
    if (rows.isFull()) {
      out.emit(rows.take());
    }
  }
}
