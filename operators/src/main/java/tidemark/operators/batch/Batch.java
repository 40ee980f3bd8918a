package tidemark.operators.batch;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.types.Schema;

/**
 * Rows moved together: a schema, one column a field, and the selection of the rows that count. At
 * most {@link #MAX_ROWS} rows. Valid until the call that was given it returns.
 */
public final class Batch {
  /** The most rows of a batch. */
  public static final int MAX_ROWS = 4096;

  private final Schema schema;
  private final Column[] columns;
  private final int size;
  private final Selection selection;
  private final @Nullable RowOrigin origin;

  private Batch(
      Schema schema, Column[] columns, int size, Selection selection, @Nullable RowOrigin origin) {
    this.schema = schema;
    this.columns = columns;
    this.size = size;
    this.selection = selection;
    this.origin = origin;
  }

  /** A batch over the columns, which are taken over; {@code size} is the size of each. */
  public Batch(Schema schema, Column[] columns, int size, Selection selection) {
    this(schema, columns, size, selection, null);
  }

  /** A batch in which every row counts. */
  public Batch(Schema schema, Column[] columns, int size) {
    this(schema, columns, size, Selection.all(size));
  }

  public Schema schema() {
    return schema;
  }

  public Column column(int position) {
    return columns[position];
  }

  /** Rows in the columns, selected or not. */
  public int size() {
    return size;
  }

  public Selection selection() {
    return selection;
  }

  /** How many rows count. */
  public int count() {
    return selection.count();
  }

  /** Where its rows were read; empty if they are not, row for row, those of a source. */
  public Optional<RowOrigin> origin() {
    return Optional.ofNullable(origin);
  }

  /** The same rows, known to come from there. */
  public Batch from(RowOrigin rowsOrigin) {
    return new Batch(schema, columns, size, selection, rowsOrigin);
  }

  /** The same columns with other rows selected. */
  public Batch select(Selection rows) {
    return new Batch(schema, columns, size, rows, origin);
  }

  /** The same rows with other columns. */
  public Batch withColumns(Schema newSchema, Column[] newColumns) {
    return new Batch(newSchema, newColumns, size, selection, origin);
  }
}
