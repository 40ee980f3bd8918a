package tidemark.operators.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Concatenation;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Filter;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/** The rows of a table that one thread has read: what is kept of each is computed at once. */
public final class TableShare {
  private final Schema schema;
  private final List<Evaluator> kept;
  private final Optional<Filter> filter;
  private final ColumnBuilder[] builders;
  private int rows;

  /**
   * @param schema what is kept of a row
   * @param kept computes the schema's columns from a batch of the source
   * @param filter rows that fail it are left out
   */
  public TableShare(Schema schema, List<Evaluator> kept, Optional<Filter> filter) {
    this.schema = schema;
    this.kept = List.copyOf(kept);
    this.filter = filter;
    this.builders =
        schema.fields().stream().map(f -> ColumnBuilder.of(f.type())).toArray(ColumnBuilder[]::new);
  }

  /** Adds the batch's selected rows. */
  public void add(Batch batch) {
    Selection selected =
        filter.map(f -> f.keep(batch, batch.selection())).orElse(batch.selection());
    for (int c = 0; c < builders.length; c++) {
      Column column = kept.get(c).evaluate(batch, selected);
      ColumnBuilder builder = builders[c];
      for (int i = 0; i < selected.count(); i++) {
        builder.append(column, selected.row(i));
      }
    }
    rows += selected.count();
  }

  /** The memory that the rows take so far, in bytes. */
  public long bytes() {
    long bytes = 0;
    for (ColumnBuilder builder : builders) {
      bytes += builder.bytes();
    }
    return bytes;
  }

  /** One table of the rows of all shares, in order; the shares are used up. */
  public static StaticTable table(List<TableShare> shares) {
    TableShare first = shares.get(0);
    Column[] columns = new Column[first.builders.length];
    for (int c = 0; c < columns.length; c++) {
      Field field = first.schema.field(c);
      List<Column> parts = new ArrayList<>();
      for (TableShare share : shares) {
        parts.add(share.builders[c].build());
        share.builders[c] = ColumnBuilder.of(field.type());
      }
      columns[c] = Concatenation.of(field.type(), parts);
    }
    int rows = shares.stream().mapToInt(s -> s.rows).sum();
    return new StaticTable(first.schema, columns, rows);
  }
}
