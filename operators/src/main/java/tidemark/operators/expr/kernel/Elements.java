package tidemark.operators.expr.kernel;

import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.Selection;

/**
 * The elements of the arrays (or the entries of the maps) of selected rows, one after the other.
 * Element i is that at position {@code at[i]} of the array's elements and belongs to row {@code
 * rows[i]}; the elements of row r are {@code starts[r] .. starts[r] + lengths[r]}.
 */
final class Elements {
  final int[] rows;
  final int[] at;
  final int[] starts;
  final int[] lengths;
  final int count;

  private Elements(int[] from, int[] lengthOf, Column column, Selection selected) {
    int total = 0;
    for (int i = 0; i < selected.count(); i++) {
      int row = selected.row(i);
      total += column.isNull(row) ? 0 : lengthOf[row];
    }
    rows = new int[total];
    at = new int[total];
    starts = new int[column.size()];
    lengths = new int[column.size()];
    int n = 0;
    for (int i = 0; i < selected.count(); i++) {
      int row = selected.row(i);
      starts[row] = n;
      if (!column.isNull(row)) {
        lengths[row] = lengthOf[row];
        for (int e = 0; e < lengthOf[row]; e++) {
          rows[n] = row;
          at[n++] = from[row] + e;
        }
      }
    }
    count = n;
  }

  static Elements of(ArrayColumn column, Selection selected) {
    return new Elements(column.starts(), column.lengths(), column, selected);
  }

  static Elements of(MapColumn column, Selection selected) {
    int[] from = new int[column.size()];
    int[] lengths = new int[column.size()];
    for (int i = 0; i < selected.count(); i++) {
      int row = selected.row(i);
      if (!column.isNull(row)) {
        from[row] = column.start(row);
        lengths[row] = column.length(row);
      }
    }
    return new Elements(from, lengths, column, selected);
  }

  /** Arrays of the same shape over other elements. */
  ArrayColumn arrays(Column elements, boolean @Nullable [] nulls) {
    return new ArrayColumn(elements, starts, lengths, nulls, starts.length);
  }

  /** The positions of the elements in their arrays, from 0. */
  int[] positions() {
    int[] positions = new int[count];
    for (int i = 0; i < count; i++) {
      positions[i] = i - starts[rows[i]];
    }
    return positions;
  }
}
