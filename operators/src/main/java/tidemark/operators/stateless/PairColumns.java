package tidemark.operators.stateless;

import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Gather;
import tidemark.operators.batch.Selection;
import tidemark.operators.table.StaticTable;
import tidemark.operators.types.Schema;

/**
 * Columns of pairs of a stream's row and a table's row, as far as something reads them.
 *
 * @param schema the pair's columns
 * @param places where each comes from
 */
public record PairColumns(Schema schema, List<Place> places) {
  public PairColumns {
    places = List.copyOf(places);
  }

  /** A column of the stream's batch or of the table. */
  public record Place(boolean inTable, int column) {}

  /**
   * One row a pair: the stream's row {@code rows[i]} beside the table's row {@code partners[i]}, or
   * beside nulls.
   */
  Batch pairs(Batch batch, StaticTable table, int[] rows, int[] partners, int count) {
    Column[] columns = new Column[places.size()];
    for (int i = 0; i < columns.length; i++) {
      Place place = places.get(i);
      columns[i] =
          place.inTable()
              ? Gather.of(table.column(place.column()), partners, count)
              : Gather.of(batch.column(place.column()), rows, count);
    }
    return new Batch(schema, columns, count);
  }

  /**
   * The stream's batch as it is, with the table's columns beside it.
   *
   * @param partners the table's row beside each of the batch's rows
   */
  Batch beside(Batch batch, Selection rows, StaticTable table, int[] partners) {
    Column[] columns = new Column[places.size()];
    for (int i = 0; i < columns.length; i++) {
      Place place = places.get(i);
      columns[i] =
          place.inTable()
              ? Gather.of(table.column(place.column()), partners, batch.size())
              : batch.column(place.column());
    }
    return new Batch(schema, columns, batch.size(), rows);
  }
}
