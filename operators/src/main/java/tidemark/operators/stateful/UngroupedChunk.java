package tidemark.operators.stateful;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Gather;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.state.KeyHash;

/** Rows by key group; in each as they came. Read by any thread once it is filled. */
final class UngroupedChunk {
  private static final Column NOTHING = new LongColumn(new long[0], null, 0);

  /** So many bytes for keys are made room for before they come. */
  private static final long MOST_KEY_ROOM = 1L << 22;

  private final int[] starts = new int[KeyHash.GROUPS + 1];
  private final int[] ends = new int[UngroupedRows.CHUNK_ROWS];
  private final long[] hashes = new long[UngroupedRows.CHUNK_ROWS];
  private byte[] keys = {};

  /** For each call one an argument. */
  private final Column[][] arguments;

  private final boolean @Nullable [][] counted;

  /**
   * @param given as {@link #take} will be given it
   */
  UngroupedChunk(ColumnBuilder[][] given) {
    arguments = new Column[given.length][];
    for (int call = 0; call < given.length; call++) {
      arguments[call] = new Column[given[call].length];
      Arrays.fill(arguments[call], NOTHING);
    }
    counted = new boolean[given.length][];
  }

  /**
   * Takes rows.
   *
   * @param written the keys, one a row
   * @param given for each call what it is given, one builder an argument; they start anew
   * @param marks for each call the rows that it counts, or null if it counts all
   */
  void take(WrittenKeys written, ColumnBuilder[][] given, boolean @Nullable [][] marks) {
    int[] order = written.order(starts);
    takeKeys(written, order);
    for (int call = 0; call < given.length; call++) {
      Column[] columns = arguments[call];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = Gather.of(given[call][i].build(), order, written.count(), columns[i]);
        startAnew(given[call][i], columns[i]);
      }
      boolean[] ofCall = marks[call];
      counted[call] = ofCall == null ? null : picked(ofCall, order, written.count());
    }
  }

  /** Numbers were copied, texts and lists are still the builder's. */
  private static void startAnew(ColumnBuilder given, Column taken) {
    if (taken instanceof LongColumn) {
      given.truncate(0);
    } else {
      given.reset();
    }
  }

  private void takeKeys(WrittenKeys written, int[] order) {
    if (keys.length < written.length()) {
      long ofFull = (long) written.length() * UngroupedRows.CHUNK_ROWS / written.count();
      keys = new byte[(int) Math.max(written.length(), Math.min(ofFull, MOST_KEY_ROOM))];
    }
    byte[] from = written.bytes();
    byte[] into = keys;
    int at = 0;
    for (int i = 0; i < written.count(); i++) {
      int row = order[i];
      int length = written.length(row);
      System.arraycopy(from, written.start(row), into, at, length);
      at += length;
      ends[i] = at;
      hashes[i] = written.hash(row);
    }
  }

  private static boolean[] picked(boolean[] marks, int[] order, int count) {
    boolean[] picked = new boolean[count];
    for (int i = 0; i < count; i++) {
      picked[i] = marks[order[i]];
    }
    return picked;
  }

  /**
   * Where the rows of a key group begin; with the number of key groups, how many rows there are.
   */
  int start(int keyGroup) {
    return starts[keyGroup];
  }

  byte[] keys() {
    return keys;
  }

  int keyStart(int row) {
    return row == 0 ? 0 : ends[row - 1];
  }

  int keyEnd(int row) {
    return ends[row];
  }

  long hash(int row) {
    return hashes[row];
  }

  /** What a call is given, one column an argument. */
  Column[] arguments(int call) {
    return arguments[call];
  }

  /** Whether a call counts each row; null if it counts all. */
  boolean @Nullable [] counted(int call) {
    return counted[call];
  }

  /** Forgets the rows. Memory is kept, but that of texts and lists. */
  void clear() {
    Arrays.fill(starts, 0);
    for (Column[] ofCall : arguments) {
      for (int i = 0; i < ofCall.length; i++) {
        ofCall[i] = ofCall[i] instanceof LongColumn ? ofCall[i] : NOTHING;
      }
    }
  }
}
