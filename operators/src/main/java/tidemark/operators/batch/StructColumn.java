package tidemark.operators.batch;

import org.jspecify.annotations.Nullable;

/** Structs: one column a field, all of the same size as this one. */
public final class StructColumn extends Column {
  private final Column[] fields;

  public StructColumn(Column[] fields, boolean @Nullable [] nulls, int size) {
    super(size, nulls);
    this.fields = fields;
  }

  /** The column of the field at this position; undefined where the struct is null. */
  public Column field(int position) {
    return fields[position];
  }

  public int fieldCount() {
    return fields.length;
  }
}
