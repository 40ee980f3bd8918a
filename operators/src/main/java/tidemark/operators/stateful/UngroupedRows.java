package tidemark.operators.stateful;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tidemark.operators.aggregate.AggregateFunction;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.state.KeyHash;

/**
 * Rows that are not added to groups yet: of each its key and what the calls are given, in chunks
 * whose rows stand by key group. Nothing that was written moves when more comes. Used by one
 * thread.
 */
final class UngroupedRows {
  /** The most rows of a chunk: it is put in order while it is in the cache. */
  static final int CHUNK_ROWS = 1 << 15;

  /** Bytes from which on a chunk is closed. */
  private static final long CHUNK_BYTES = 8L << 20;

  /** The key group whose keys stand for those of all. */
  private static final int SAMPLE = 0;

  private final WrittenKeys keys = new WrittenKeys();
  private final ColumnBuilder[][] arguments;
  private final boolean[][] counted;
  private final List<UngroupedChunk> chunks = new ArrayList<>();
  private final List<UngroupedChunk> spare = new ArrayList<>();
  private long closedRows;
  private long closedBytes;

  UngroupedRows(List<AggregateFunction> functions) {
    this.arguments =
        functions.stream()
            .map(f -> f.arguments().stream().map(ColumnBuilder::of).toArray(ColumnBuilder[]::new))
            .toArray(ColumnBuilder[][]::new);
    this.counted = new boolean[arguments.length][];
  }

  /** Makes room for the rows of a batch. */
  void begin() {
    if (keys.count() > CHUNK_ROWS - Batch.MAX_ROWS || openBytes() >= CHUNK_BYTES) {
      close();
    }
  }

  private long openBytes() {
    long bytes = keys.length();
    for (ColumnBuilder[] ofCall : arguments) {
      for (ColumnBuilder builder : ofCall) {
        bytes += builder.bytes();
      }
    }
    return bytes;
  }

  /** Where the keys of the rows are written. */
  WrittenKeys keys() {
    return keys;
  }

  /**
   * Keeps what a call is given of the rows whose keys were written since the last {@link #begin}.
   *
   * @param taken those of the rows that the call counts
   * @param columns one an argument, for the rows taken; none where no row is
   */
  void keep(int call, Selection all, Selection taken, Column[] columns) {
    if (taken != all) {
      mark(call, all, taken);
    } else if (counted[call] != null) {
      Arrays.fill(counted[call], keys.count() - all.count(), keys.count(), true);
    }
    for (int i = 0; i < columns.length; i++) {
      if (taken == all) {
        arguments[call][i].append(columns[i], all);
      } else {
        spread(arguments[call][i], columns[i], all, taken);
      }
    }
    for (int i = columns.length; i < arguments[call].length; i++) {
      for (int row = 0; row < all.count(); row++) {
        arguments[call][i].appendNull();
      }
    }
  }

  /** Notes which of the rows a call counts. */
  private void mark(int call, Selection all, Selection taken) {
    int at = keys.count() - all.count();
    boolean[] marks = counted[call];
    if (marks == null) {
      marks = new boolean[CHUNK_ROWS];
      Arrays.fill(marks, 0, at, true);
      counted[call] = marks;
    }
    int next = 0;
    for (int i = 0; i < all.count(); i++) {
      boolean isTaken = next < taken.count() && taken.row(next) == all.row(i);
      next += isTaken ? 1 : 0;
      marks[at + i] = isTaken;
    }
  }

  private static void spread(ColumnBuilder into, Column column, Selection all, Selection taken) {
    int next = 0;
    for (int i = 0; i < all.count(); i++) {
      if (next < taken.count() && taken.row(next) == all.row(i)) {
        into.append(column, taken.row(next++));
      } else {
        into.appendNull();
      }
    }
  }

  /** Closes the chunk that is being filled; to be called before {@link #chunks}. */
  void close() {
    if (keys.count() == 0) {
      return;
    }
    closedRows += keys.count();
    closedBytes += openBytes();
    UngroupedChunk chunk =
        spare.isEmpty() ? new UngroupedChunk(arguments) : spare.remove(spare.size() - 1);
    chunk.take(keys, arguments, counted);
    chunks.add(chunk);
    keys.clear();
  }

  /** The rows, as they came. */
  List<UngroupedChunk> chunks() {
    return chunks;
  }

  long rows() {
    return closedRows + keys.count();
  }

  /** What the rows of closed chunks take, in bytes, without what every row takes. */
  long bytes() {
    return closedBytes;
  }

  /** About how many different keys the rows have. Closes the chunk that is being filled. */
  long estimatedKeys() {
    close();
    GroupStates keysOnly = new GroupStates(List.of());
    ChunkGrouping sample = new ChunkGrouping(keysOnly);
    for (UngroupedChunk chunk : chunks) {
      sample.add(chunk, chunk.start(SAMPLE), chunk.start(SAMPLE + 1));
    }
    return (long) KeyHash.GROUPS * keysOnly.table().size();
  }

  /** Adds all rows to groups and forgets them, and their memory as well. */
  void drainInto(GroupStates groups) {
    close();
    ChunkGrouping grouping = new ChunkGrouping(groups);
    for (UngroupedChunk chunk : chunks) {
      grouping.add(chunk, 0, chunk.start(KeyHash.GROUPS));
      chunk.clear();
    }
    chunks.clear();
    spare.clear();
    closedRows = 0;
    closedBytes = 0;
  }

  /** Forgets all rows; memory is kept. */
  void clear() {
    for (UngroupedChunk chunk : chunks) {
      chunk.clear();
    }
    spare.addAll(chunks);
    chunks.clear();
    for (int call = 0; call < arguments.length; call++) {
      counted[call] = null;
      for (ColumnBuilder builder : arguments[call]) {
        builder.reset();
      }
    }
    keys.clear();
    closedRows = 0;
    closedBytes = 0;
  }

  /** How many rows there is memory for, about. */
  long room() {
    return (long) CHUNK_ROWS * (chunks.size() + spare.size());
  }
}
