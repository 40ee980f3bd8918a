package tidemark.operators.format;

import tidemark.operators.batch.Batch;

/** Reads csv records. */
final class CsvDecoder implements Decoder {
  private final RowCells rows;

  CsvDecoder(RowCells rows, FormatOptions options, String location) {
    this.rows = rows;
    throw new UnsupportedOperationException(options.format() + location);
  }

  @Override
  public int decode(byte[] buffer, int from, int to, boolean endOfInput) {
    return from;
  }

  @Override
  public void rejectTooLong(byte[] buffer, int from, int to) {}

  @Override
  public int rows() {
    return rows.rows;
  }

  @Override
  public Batch take() {
    return rows.take();
  }
}
