package tidemark.operators.stateful;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Gather;
import tidemark.operators.state.KeyHash;

/** Rows by key group; in each as they came. Read by any thread once it is filled. */
final class UngroupedChunk {
  private static final Column[][] NO_ARGUMENTS = {};
  private static final boolean[][] NO_MARKS = {};

  private final int[] starts = new int[KeyHash.GROUPS + 1];
  private final int[] order = new int[UngroupedRows.CHUNK_ROWS];
  private final int[] ends = new int[UngroupedRows.CHUNK_ROWS];
  private final long[] hashes = new long[UngroupedRows.CHUNK_ROWS];
  private byte[] keys = {};
  private Column[][] arguments = NO_ARGUMENTS;
  private boolean[][] counted = NO_MARKS;

  /** Takes the keys, the first {@code count} of them, which stand one behind the other. */
  void takeKeys(byte[] from, int[] fromEnds, long[] fromHashes, int count) {
    sort(fromHashes, count);
    if (keys.length < fromEnds[count - 1]) {
      keys = new byte[fromEnds[count - 1]];
    }
    pick(fromHashes, count);
    pickKeys(from, fromEnds, count);
  }

  private void sort(long[] fromHashes, int count) {
    int[] next = new int[KeyHash.GROUPS + 1];
    for (int i = 0; i < count; i++) {
      next[KeyHash.group(fromHashes[i]) + 1]++;
    }
    for (int i = 0; i < KeyHash.GROUPS; i++) {
      next[i + 1] += next[i];
    }
    System.arraycopy(next, 0, starts, 0, starts.length);
    for (int i = 0; i < count; i++) {
      order[next[KeyHash.group(fromHashes[i])]++] = i;
    }
  }

  private void pick(long[] fromHashes, int count) {
    for (int i = 0; i < count; i++) {
      hashes[i] = fromHashes[order[i]];
    }
  }

  private void pickKeys(byte[] from, int[] fromEnds, int count) {
    byte[] into = keys;
    int at = 0;
    for (int i = 0; i < count; i++) {
      int row = order[i];
      int start = row == 0 ? 0 : fromEnds[row - 1];
      int length = fromEnds[row] - start;
      System.arraycopy(from, start, into, at, length);
      at += length;
      ends[i] = at;
    }
  }

  /**
   * Takes what the calls are given of the rows whose keys were taken.
   *
   * @param from for each call one an argument; they start anew
   * @param marks for each call the rows that it counts, or null if it counts all
   */
  void takeArguments(ColumnBuilder[][] from, boolean @Nullable [][] marks) {
    int count = starts[KeyHash.GROUPS];
    arguments = new Column[from.length][];
    counted = new boolean[from.length][];
    for (int call = 0; call < from.length; call++) {
      arguments[call] = new Column[from[call].length];
      for (int i = 0; i < from[call].length; i++) {
        arguments[call][i] = Gather.of(from[call][i].build(), order, count);
        from[call][i].reset();
      }
      if (marks[call] != null) {
        counted[call] = new boolean[count];
        for (int i = 0; i < count; i++) {
          counted[call][i] = marks[call][order[i]];
        }
      }
    }
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

  /** Lets go of what the calls are given; other memory is kept. */
  void clear() {
    arguments = NO_ARGUMENTS;
    counted = NO_MARKS;
    Arrays.fill(starts, 0);
  }
}
