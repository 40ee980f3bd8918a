package tidemark.operators.parquet;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.codec.DamagedException;

/**
 * The levels and values of one leaf for some rows, and a place among them. Used where a column is
 * nested.
 */
final class LeafCursor {
  private final ColumnPlan.Leaf leaf;
  private final Pages pages;
  private final LeafValues read;
  private final Misfits misfits = new Misfits();
  private int[] pageDefinitions = new int[0];
  private int[] pageRepetitions = new int[0];
  private int pagePosition;
  private int pageSize;
  private int[] definitions = new int[0];
  private int[] repetitions = new int[0];
  private int size;
  private int at;
  private int nextValue;
  private @Nullable Column values;

  LeafCursor(ColumnPlan.Leaf leaf, Pages pages) {
    this.leaf = leaf;
    this.pages = pages;
    this.read = new LeafValues(leaf.node().physical().orElseThrow());
  }

  long bytesRead() {
    return pages.bytesRead();
  }

  /** Reads the levels and values of the next rows. */
  void load(int rows) throws IOException {
    size = 0;
    at = 0;
    nextValue = 0;
    read.clear(rows);
    for (int begun = 0; begun < rows || !isRowStart(); ) {
      int first = pagePosition;
      int present = 0;
      while (pagePosition < pageSize) {
        boolean starts = pageRepetitions[pagePosition] == 0;
        if (starts && begun == rows) {
          break;
        }
        if (!starts && begun == 0) {
          throw new DamagedException("a list goes on before any row began");
        }
        begun += starts ? 1 : 0;
        present += pageDefinitions[pagePosition] == leaf.node().definition() ? 1 : 0;
        pagePosition++;
      }
      keep(first, pagePosition);
      if (present > 0) {
        read.read(pages.decoder(), present);
      }
      if (pagePosition == pageSize && !step()) {
        if (begun < rows) {
          throw new DamagedException("a column has fewer values than its row group has rows");
        }
        break;
      }
    }
    misfits.clear(read.size);
    values = leaf.conversion().column(read, null, misfits);
  }

  /** The definition level here. */
  int definition() throws DamagedException {
    if (at >= size) {
      throw new DamagedException("the columns of a nested value do not fit together");
    }
    return definitions[at];
  }

  /** Whether an entry of the list with this repetition level begins here. */
  boolean continues(int repetition) {
    return at < size && repetitions[at] == repetition;
  }

  /** Passes over a place that has no value. */
  void pass() {
    at++;
  }

  /** Appends the value, or null, and goes on; the value as text if it does not fit. */
  Optional<String> append(ColumnBuilder target) throws DamagedException {
    boolean isThere = definition() == leaf.node().definition();
    at++;
    if (!isThere) {
      target.appendNull();
      return Optional.empty();
    }
    Column from = values;
    if (from == null) {
      throw new IllegalStateException("nothing is loaded");
    }
    target.append(from, nextValue);
    return misfits.value(nextValue++);
  }

  private boolean isRowStart() throws IOException {
    while (pagePosition == pageSize) {
      if (!step()) {
        return true;
      }
    }
    return pageRepetitions[pagePosition] == 0;
  }

  private void keep(int from, int to) {
    int count = to - from;
    if (size + count > definitions.length) {
      int capacity = Math.max(size + count, 2 * definitions.length);
      definitions = Arrays.copyOf(definitions, capacity);
      repetitions = Arrays.copyOf(repetitions, capacity);
    }
    System.arraycopy(pageDefinitions, from, definitions, size, count);
    System.arraycopy(pageRepetitions, from, repetitions, size, count);
    size += count;
  }

  private boolean step() throws IOException {
    pagePosition = 0;
    pageSize = 0;
    if (!pages.next()) {
      return false;
    }
    int count = pages.values();
    pageDefinitions = levels(pages.definitions(), count, leaf.node().definition());
    pageRepetitions = levels(pages.repetitions(), count, leaf.node().repetition());
    pageSize = count;
    return true;
  }

  private static int[] levels(@Nullable RunDecoder decoder, int count, int greatest)
      throws DamagedException {
    int[] levels = new int[count];
    if (decoder != null) {
      decoder.read(levels, 0, count);
      for (int level : levels) {
        if (level > greatest) {
          throw new DamagedException("the levels of a page are damaged");
        }
      }
    }
    return levels;
  }
}
