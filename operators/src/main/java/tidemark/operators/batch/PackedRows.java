package tidemark.operators.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tidemark.operators.types.Schema;

/**
 * Copies of rows, kept in order until the end of the micro-batch: those of full batches packed in
 * pages, the last ones as they are. Used by one thread at a time.
 */
public final class PackedRows {
  private final Schema schema;
  private final PackedPages pages;
  private final BatchBuilder open;
  private final List<PackedBatch> full = new ArrayList<>();
  private int rows;

  /**
   * @param pages take the rows; nobody else uses them
   */
  public PackedRows(Schema schema, PackedPages pages) {
    this.schema = schema;
    this.pages = pages;
    this.open = new BatchBuilder(schema);
  }

  /** Copies the first {@code count} of the listed rows. */
  public void add(Batch batch, int[] listed, int count) {
    for (int from = 0; from < count; ) {
      from = open.append(batch, listed, from, count);
      if (open.isFull()) {
        full.add(open.pack(pages));
      }
    }
    rows += count;
  }

  /** How many rows there are. */
  public int rows() {
    return rows;
  }

  /** Visits all rows as batches in order; nothing may be added afterwards. */
  public void forEach(Consumer<Batch> visitor) {
    if (!full.isEmpty()) {
      BatchBuilder unpacked = new BatchBuilder(schema);
      for (PackedBatch batch : full) {
        visitor.accept(unpacked.unpack(batch));
      }
    }
    if (open.rows() > 0) {
      visitor.accept(open.take());
    }
  }
}
