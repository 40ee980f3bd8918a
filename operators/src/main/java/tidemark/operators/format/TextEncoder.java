package tidemark.operators.format;

import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Selection;

/**
 * Writes the one string column, a value a line; null is an empty line; UTF-8, as its reader wants
 * it.
 */
final class TextEncoder implements Encoder {
  @Override
  public void begin(ByteSink out) {}

  @Override
  public void encode(Batch batch, ByteSink out) {
    BytesColumn values = (BytesColumn) batch.column(0);
    Selection selection = batch.selection();
    for (int i = 0; i < selection.count(); i++) {
      int row = selection.row(i);
      if (!values.isNull(row)) {
        Utf8.write(values.data(), values.start(row), values.length(row), out);
      }
      out.write('\n');
    }
  }
}
