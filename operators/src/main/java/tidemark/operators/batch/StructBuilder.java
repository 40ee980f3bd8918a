package tidemark.operators.batch;

/** Grows a column of structs: append one value to every field, then close the row. */
public final class StructBuilder extends ColumnBuilder {
  private final ColumnBuilder[] fields;

  /** Over one builder a field, which are taken over. */
  public StructBuilder(ColumnBuilder[] fields) {
    this.fields = fields;
  }

  public ColumnBuilder field(int position) {
    return fields[position];
  }

  public int fieldCount() {
    return fields.length;
  }

  /** Ends a row; every field has had exactly one value appended for it. */
  public void closeRow() {
    size++;
  }

  @Override
  public StructColumn build() {
    Column[] columns = new Column[fields.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = fields[i].build();
    }
    return new StructColumn(columns, builtNulls(), size);
  }

  @Override
  public long bytes() {
    long sum = 0;
    for (ColumnBuilder field : fields) {
      sum += field.bytes();
    }
    return sum;
  }

  @Override
  public void truncate(int newSize) {
    for (ColumnBuilder field : fields) {
      field.truncate(newSize);
    }
    forgetNulls(newSize);
  }

  @Override
  void appendFiller() {
    for (ColumnBuilder field : fields) {
      field.appendNull();
    }
  }

  @Override
  void appendValue(Column source, int row) {
    StructColumn struct = (StructColumn) source;
    for (int i = 0; i < fields.length; i++) {
      fields[i].append(struct.field(i), row);
    }
    closeRow();
  }

  @Override
  void clear() {
    for (ColumnBuilder field : fields) {
      field.reset();
    }
  }
}
