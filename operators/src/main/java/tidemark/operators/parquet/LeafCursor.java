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
  /** So many levels are decoded at a time: what a page says of its size takes no memory. */
  private static final int PIECE = 1 << 14;

  private final ColumnPlan.Leaf leaf;
  private final Pages pages;
  private final LeafValues read;
  private final Misfits misfits = new Misfits();
  private final int[] pieceDefinitions = new int[PIECE];
  private final int[] pieceRepetitions = new int[PIECE];
  private int piecePosition;
  private int pieceSize;
  private int leftInPage;
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
      int first = piecePosition;
      int present = 0;
      while (piecePosition < pieceSize) {
        boolean starts = pieceRepetitions[piecePosition] == 0;
        if (starts && begun == rows) {
          break;
        }
        if (!starts && begun == 0) {
          throw new DamagedException("a list goes on before any row began");
        }
        begun += starts ? 1 : 0;
        present += pieceDefinitions[piecePosition] == leaf.node().definition() ? 1 : 0;
        piecePosition++;
      }
      keep(first, piecePosition);
      if (present > 0) {
        read.read(pages.decoder(), present);
      }
      if (piecePosition == pieceSize && !step()) {
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
    while (piecePosition == pieceSize) {
      if (!step()) {
        return true;
      }
    }
    return pieceRepetitions[piecePosition] == 0;
  }

  private void keep(int from, int to) {
    int count = to - from;
    if (size + count > definitions.length) {
      int capacity = Math.max(size + count, 2 * definitions.length);
      definitions = Arrays.copyOf(definitions, capacity);
      repetitions = Arrays.copyOf(repetitions, capacity);
    }
    System.arraycopy(pieceDefinitions, from, definitions, size, count);
    System.arraycopy(pieceRepetitions, from, repetitions, size, count);
    size += count;
  }

  /** Decodes the next levels; false behind the last page. */
  private boolean step() throws IOException {
    piecePosition = 0;
    pieceSize = 0;
    if (leftInPage == 0) {
      if (!pages.next()) {
        return false;
      }
      leftInPage = pages.values();
    }
    int count = Math.min(PIECE, leftInPage);
    readLevels(pages.definitions(), pieceDefinitions, count, leaf.node().definition());
    readLevels(pages.repetitions(), pieceRepetitions, count, leaf.node().repetition());
    leftInPage -= count;
    pieceSize = count;
    return true;
  }

  private static void readLevels(
      @Nullable RunDecoder decoder, int[] levels, int count, int greatest) throws DamagedException {
    if (decoder == null) {
      Arrays.fill(levels, 0, count, 0);
      return;
    }
    decoder.read(levels, 0, count);
    for (int i = 0; i < count; i++) {
      if (levels[i] > greatest) {
        throw new DamagedException("the levels of a page are damaged");
      }
    }
  }
}
