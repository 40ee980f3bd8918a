package tidemark.operators.stateful;

import tidemark.operators.batch.Selection;

/** Adds rows of chunks to groups, in order. Used by one thread. */
final class ChunkGrouping {
  private final GroupStates into;
  private int[] groups = {};
  private int[] rows = {};
  private int[] groupsCounted = {};
  private int[] rowsCounted = {};

  ChunkGrouping(GroupStates into) {
    this.into = into;
  }

  /** Adds the rows {@code from .. to - 1}. */
  void add(UngroupedChunk chunk, int from, int to) {
    if (from == to) {
      return;
    }
    makeRoom(to - from);
    find(chunk, from, to);
    into.ensure();
    Selection all = Selection.of(rows, to - from);
    for (int call = 0; call < into.calls(); call++) {
      boolean[] marks = chunk.counted(call);
      if (marks == null) {
        into.accumulators(call).add(groups, chunk.arguments(call), all);
      } else {
        Selection counted = counted(marks, to - from);
        if (!counted.isEmpty()) {
          into.accumulators(call).add(groupsCounted, chunk.arguments(call), counted);
        }
      }
    }
  }

  private void makeRoom(int count) {
    if (groups.length < count) {
      groups = new int[2 * count];
      rows = new int[2 * count];
      groupsCounted = new int[2 * count];
      rowsCounted = new int[2 * count];
    }
  }

  private void find(UngroupedChunk chunk, int from, int to) {
    byte[] keys = chunk.keys();
    int start = chunk.keyStart(from);
    for (int row = from; row < to; row++) {
      int end = chunk.keyEnd(row);
      groups[row - from] = into.find(keys, start, end - start, chunk.hash(row));
      rows[row - from] = row;
      start = end;
    }
  }

  private Selection counted(boolean[] marks, int count) {
    int counted = 0;
    for (int i = 0; i < count; i++) {
      if (marks[rows[i]]) {
        rowsCounted[counted] = rows[i];
        groupsCounted[counted++] = groups[i];
      }
    }
    return Selection.of(rowsCounted, counted);
  }
}
