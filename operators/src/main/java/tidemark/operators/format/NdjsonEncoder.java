package tidemark.operators.format;

import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.Schema;

/** Writes a JSON object a line; maps are objects whose names are the keys as texts. */
final class NdjsonEncoder implements Encoder {
  private final JsonFields fields;

  NdjsonEncoder(Schema schema) {
    this.fields = new JsonFields(schema.fields());
  }

  @Override
  public void begin(ByteSink out) {}

  @Override
  public void encode(Batch batch, ByteSink out) {
    fields.begin(batch::column);
    RepeatedColumns repeated = new RepeatedColumns(batch, fields.size());
    Selection selection = batch.selection();
    int before = 0;
    for (int i = 0; i < selection.count(); i++) {
      int row = selection.row(i);
      byte[] target = out.reserve(fields.most(row) + 1);
      int start = out.size();
      int same = i == 0 ? 0 : repeated.same(row, selection.row(i - 1));
      if (same > 0) {
        System.arraycopy(target, before, target, start, fields.length(same));
      }
      int end = fields.write(same, row, target, start);
      target[end] = '\n';
      out.advance(end + 1);
      before = start;
    }
  }
}
