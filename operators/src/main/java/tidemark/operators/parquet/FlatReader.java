package tidemark.operators.parquet;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Column;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.format.BadRows;

/** Reads a column that is one leaf with one value a row. */
final class FlatReader implements ColumnReader {
  private final ColumnPlan.Leaf leaf;
  private final Pages pages;
  private final LeafValues values;
  private final Misfits misfits = new Misfits();
  private int left;

  FlatReader(ColumnPlan.Leaf leaf, Pages pages) {
    this.leaf = leaf;
    this.pages = pages;
    this.values = new LeafValues(leaf.node().physical().orElseThrow());
  }

  @Override
  public Column read(int rows, BadRows bad) throws IOException {
    values.clear(rows);
    boolean[] nulls = null;
    int done = 0;
    while (done < rows) {
      if (left == 0) {
        step();
      }
      int count = Math.min(left, rows - done);
      nulls = read(nulls, done, count, rows);
      left -= count;
      done += count;
    }
    misfits.clear(rows);
    Column column = leaf.conversion().column(values, nulls, misfits);
    for (int i = 0; !misfits.isEmpty() && i < rows; i++) {
      int row = i;
      misfits.value(row).ifPresent(value -> bad.misfit(row, value));
    }
    return column;
  }

  @Override
  public long bytesRead() {
    return pages.bytesRead();
  }

  private boolean @Nullable [] read(boolean @Nullable [] nulls, int done, int count, int rows)
      throws DamagedException {
    RunDecoder definitions = pages.definitions();
    if (definitions == null || definitions.skipOnes(count)) {
      values.read(pages.decoder(), count);
      return nulls;
    }
    boolean[] flags = nulls == null ? new boolean[rows] : nulls;
    int present = definitions.readZeros(flags, done, count);
    if (present > 0) {
      values.read(pages.decoder(), present);
    }
    if (present < count) {
      values.spread(flags, done, done + count);
      return flags;
    }
    return nulls;
  }

  private void step() throws IOException {
    if (!pages.next()) {
      throw new DamagedException("a column has fewer values than its row group has rows");
    }
    left = pages.values();
    if (leaf.conversion().kind() == Conversion.Kind.TEXT && pages.dictionary().isPresent()) {
      misfits.knowDictionary(pages.dictionary().get().bytes());
    }
  }
}
