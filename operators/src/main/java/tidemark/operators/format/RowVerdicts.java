package tidemark.operators.format;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BadRecords;
import tidemark.operators.types.Schema;

/**
 * What becomes of the bad rows of batches that a binary file gave. As such a file has no text, a
 * bad row is reported as the JSON of its needed columns.
 */
public final class RowVerdicts {
  private final Schema schema;
  private final BitSet needed;
  private final BadRecordPolicy policy;
  private final int badColumn;
  private final BadRecords badRecords;
  private final String location;

  /**
   * @param badRecordColumn the position of a string column that no row fills
   * @param location the file, for reports
   */
  public RowVerdicts(
      Schema schema,
      BitSet needed,
      BadRecordPolicy policy,
      Optional<Integer> badRecordColumn,
      BadRecords badRecords,
      String location) {
    this.schema = schema;
    this.needed = needed;
    this.policy = policy;
    this.badColumn = badRecordColumn.orElse(-1);
    this.badRecords = badRecords;
    this.location = location;
  }

  public Schema schema() {
    return schema;
  }

  /** Whether a file's values of the column are wanted. */
  public boolean isNeeded(int column) {
    return needed.get(column) && column != badColumn;
  }

  /** The position of the column that takes the text of bad rows; -1 if there is none. */
  public int badColumn() {
    return badColumn;
  }

  /**
   * Reports the bad rows and leaves them out, or keeps them with their text.
   *
   * @param batch with null in place of every bad value
   * @param reasons why a row is bad; null for a good one
   * @param rowsBefore rows of the file before the batch
   * @throws tidemark.operators.diagnostics.Failure if the policy is to fail
   */
  public Batch judge(Batch batch, IntFunction<@Nullable String> reasons, long rowsBefore) {
    int[] kept = new int[batch.size()];
    int count = 0;
    boolean keeps = policy == BadRecordPolicy.KEEP;
    BytesBuilder texts = new BytesBuilder();
    for (int row = 0; row < batch.size(); row++) {
      String reason = reasons.apply(row);
      if (reason == null || keeps) {
        kept[count++] = row;
      }
      if (reason == null) {
        texts.appendNull();
        continue;
      }
      byte[] text = text(batch, row);
      badRecords.report(location, rowsBefore + row + 1, text, 0, text.length, reason);
      texts.append(text, 0, text.length);
    }
    Batch judged = keeps ? withTexts(batch, texts) : batch;
    return judged.select(Selection.of(kept, count));
  }

  private Batch withTexts(Batch batch, BytesBuilder texts) {
    if (badColumn < 0) {
      return batch;
    }
    Column[] columns = new Column[schema.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = i == badColumn ? texts.build() : batch.column(i);
    }
    return batch.withColumns(schema, columns);
  }

  private byte[] text(Batch batch, int row) {
    int[] columns = needed.stream().filter(c -> c != badColumn).toArray();
    Column[] shown = new Column[columns.length];
    for (int i = 0; i < columns.length; i++) {
      shown[i] = batch.column(columns[i]);
    }
    Schema part = new Schema(java.util.Arrays.stream(columns).mapToObj(schema::field).toList());
    ByteSink out = new ByteSink(256);
    new NdjsonEncoder(part)
        .encode(new Batch(part, shown, batch.size(), Selection.of(new int[] {row}, 1)), out);
    return out.toString().strip().getBytes(StandardCharsets.UTF_8);
  }
}
