package tidemark.operators.avro;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import tidemark.operators.avro.AvroSchema.AvroField;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.format.BadRows;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/** Reads records with certain fields into the builders of the columns of the same names. */
final class RecordReader {
  private final List<AvroField> fields;
  private final Schema columns;
  private final IntPredicate isNeeded;
  private final int[] targets;

  /**
   * @param isNeeded whether the values of a column are wanted; the others are null
   */
  RecordReader(List<AvroField> fields, Schema columns, IntPredicate isNeeded) {
    this.fields = fields;
    this.columns = columns;
    this.isNeeded = isNeeded;
    this.targets = new int[fields.size()];
    for (int i = 0; i < targets.length; i++) {
      OptionalInt column = columns.find(fields.get(i).name());
      boolean isRead = column.isPresent() && isNeeded.test(column.getAsInt());
      targets[i] = isRead ? column.getAsInt() : -1;
    }
  }

  /** Appends a row; values that do not fit their columns are null in it, and noted. */
  void read(AvroValues in, BatchBuilder rows, BadRows bad) throws DamagedException {
    int row = rows.rows();
    for (int i = 0; i < targets.length; i++) {
      AvroSchema stored = fields.get(i).schema();
      if (targets[i] < 0) {
        in.skip(stored);
        continue;
      }
      Field declared = columns.field(targets[i]);
      in.append(stored, declared.type(), rows.column(targets[i]));
      String misfit = in.takeMisfit();
      if (!misfit.isEmpty()) {
        bad.begin(declared);
        bad.misfit(row, misfit);
      }
    }
    for (int i = 0; i < columns.size(); i++) {
      if (rows.column(i).size() == row) {
        rows.column(i).appendNull();
      }
      if (!columns.field(i).nullable() && isNeeded.test(i) && rows.column(i).endsWithNull()) {
        bad.begin(columns.field(i));
        bad.missing(row);
      }
    }
    rows.closeRow();
  }

  /** Passes over a record. */
  void skip(AvroValues in) throws DamagedException {
    for (AvroField field : fields) {
      in.skip(field.schema());
    }
  }
}
