package tidemark.operators.batch;

import tidemark.operators.types.Schema;

/** Grows a batch row by row: append one value to every column, then close the row. */
public final class BatchBuilder {
  private final Schema schema;
  private final ColumnBuilder[] columns;
  private int rows;

  public BatchBuilder(Schema schema) {
    this.schema = schema;
    this.columns =
        schema.fields().stream().map(f -> ColumnBuilder.of(f.type())).toArray(ColumnBuilder[]::new);
  }

  public ColumnBuilder column(int position) {
    return columns[position];
  }

  /** Ends a row. */
  public void closeRow() {
    rows++;
  }

  public int rows() {
    return rows;
  }

  /** True if the batch must be taken before another row is begun. */
  public boolean isFull() {
    return rows >= Batch.MAX_ROWS;
  }

  /** Appends a whole row of a batch of the same schema. */
  public void append(Batch source, int row) {
    for (int i = 0; i < columns.length; i++) {
      columns[i].append(source.column(i), row);
    }
    closeRow();
  }

  /** The rows so far as a batch; the builder starts anew. */
  public Batch take() {
    Column[] built = new Column[columns.length];
    for (int i = 0; i < built.length; i++) {
      built[i] = columns[i].build();
      columns[i].reset();
    }
    Batch batch = new Batch(schema, built, rows);
    rows = 0;
    return batch;
  }
}
