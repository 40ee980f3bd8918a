package tidemark.operators.format;

/** The members of a record in any order, as values of the columns of their names. */
final class FastRecord implements FastParts.Part {
  private final FastColumns columns;
  private final FastScalars values;

  /** The row that is read. */
  int row;

  /** The bits of the columns that the record has. */
  long seen;

  FastRecord(FastColumns columns, FastScalars values) {
    this.columns = columns;
    this.values = values;
  }

  @Override
  public int read(byte[] b, int nameStart, int nameEnd, int at) {
    JsonShape place = columns.find(b, nameStart, nameEnd);
    if (place == null) {
      return values.skip.value(b, at);
    }
    seen |= place.bit;
    return values.value(b, at, place, row);
  }
}
