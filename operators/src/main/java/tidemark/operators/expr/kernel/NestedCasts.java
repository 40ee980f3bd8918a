package tidemark.operators.expr.kernel;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.StructType;

/** Casts inside arrays, maps and structs. */
final class NestedCasts {
  private NestedCasts() {}

  static ColumnCast arrays(ArrayType from, ArrayType to, boolean trying, ZoneId zone) {
    ColumnCast elements = Casts.column(from.element(), to.element(), trying, zone);
    return (in, rows) -> {
      ArrayColumn column = (ArrayColumn) in;
      Selection inner = elements(column, column.starts(), column.lengths(), rows);
      return new ArrayColumn(
          elements.apply(column.elements(), inner),
          column.starts(),
          column.lengths(),
          column.nulls(),
          column.size());
    };
  }

  static ColumnCast maps(MapType from, MapType to, boolean trying, ZoneId zone) {
    ColumnCast keys = Casts.column(from.key(), to.key(), trying, zone);
    ColumnCast values = Casts.column(from.value(), to.value(), trying, zone);
    return (in, rows) -> {
      MapColumn column = (MapColumn) in;
      int[] starts = new int[column.size()];
      int[] lengths = new int[column.size()];
      for (int i = 0; i < rows.count(); i++) {
        int r = rows.row(i);
        starts[r] = column.start(r);
        lengths[r] = column.length(r);
      }
      Selection inner = elements(column, starts, lengths, rows);
      return new MapColumn(
          keys.apply(column.keys(), inner),
          values.apply(column.values(), inner),
          starts,
          lengths,
          column.nulls(),
          column.size());
    };
  }

  /** The positions of the elements of the selected rows, ascending. */
  private static Selection elements(Column column, int[] starts, int[] lengths, Selection rows) {
    java.util.BitSet used = new java.util.BitSet();
    for (int i = 0; i < rows.count(); i++) {
      int r = rows.row(i);
      if (!column.isNull(r)) {
        used.set(starts[r], starts[r] + lengths[r]);
      }
    }
    int[] list = used.stream().toArray();
    return Selection.of(list, list.length);
  }

  static ColumnCast structs(StructType from, StructType to, boolean trying, ZoneId zone) {
    List<ColumnCast> fields = new ArrayList<>();
    for (int i = 0; i < from.fields().size(); i++) {
      fields.add(
          Casts.column(from.fields().get(i).type(), to.fields().get(i).type(), trying, zone));
    }
    return (in, rows) -> {
      StructColumn column = (StructColumn) in;
      boolean[] nulls = column.nulls();
      Selection there = nulls == null ? rows : Columns.where(nulls, false, rows);
      Column[] cast = new Column[fields.size()];
      for (int i = 0; i < cast.length; i++) {
        cast[i] = fields.get(i).apply(column.field(i), there);
      }
      return new StructColumn(cast, nulls, column.size());
    };
  }
}
