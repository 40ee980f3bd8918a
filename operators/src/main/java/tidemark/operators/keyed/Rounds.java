package tidemark.operators.keyed;

import java.util.Arrays;

/**
 * Splits rows into rounds: the first row of every key, the second of every key, and so on. Within a
 * round no key occurs twice, so a rule can be computed for all its rows at once. Used by one
 * thread.
 */
final class Rounds {
  private int[] seen = new int[64];
  private int[] seenIn = new int[64];
  private int split;
  private int[] rows = new int[0];
  private int[] starts = new int[1];
  private int count;

  /** Splits the rows {@code 0..slotOfRow.length-1}. */
  void split(int[] slotOfRow, int slots) {
    if (slots > seen.length) {
      seen = Arrays.copyOf(seen, Math.max(slots, seen.length * 2));
      seenIn = Arrays.copyOf(seenIn, seen.length);
    }
    split++;
    int[] roundOfRow = new int[slotOfRow.length];
    count = 0;
    for (int row = 0; row < slotOfRow.length; row++) {
      int slot = slotOfRow[row];
      if (seenIn[slot] != split) {
        seenIn[slot] = split;
        seen[slot] = 0;
      }
      roundOfRow[row] = seen[slot]++;
      count = Math.max(count, seen[slot]);
    }
    group(roundOfRow);
  }

  private void group(int[] roundOfRow) {
    starts = new int[count + 1];
    for (int round : roundOfRow) {
      starts[round + 1]++;
    }
    for (int round = 0; round < count; round++) {
      starts[round + 1] += starts[round];
    }
    int[] next = Arrays.copyOf(starts, count);
    rows = new int[roundOfRow.length];
    for (int row = 0; row < roundOfRow.length; row++) {
      rows[next[roundOfRow[row]]++] = row;
    }
  }

  /** How many rounds there are. */
  int count() {
    return count;
  }

  /** How many rows a round has. */
  int width(int round) {
    return starts[round + 1] - starts[round];
  }

  /** The rows of a round, ascending. */
  int[] rows(int round) {
    return Arrays.copyOfRange(rows, starts[round], starts[round + 1]);
  }
}
