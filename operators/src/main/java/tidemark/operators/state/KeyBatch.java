package tidemark.operators.state;

/**
 * The keys of some rows, one behind the other, to be looked up together: first where each will be
 * looked for, then each. So the processor waits for memory once and not for each key. Used by one
 * thread.
 */
public final class KeyBatch {
  private static final int MOST = 128;

  private final GroupTable table;
  private final int[] groupOfRow;
  private final KeyWriter bytes = new KeyWriter();
  private final long[] hashes = new long[MOST];
  private final int[] ends = new int[MOST];
  private final int[] rows = new int[MOST];
  private final int[] places = new int[MOST];
  private int count;
  private long seen;

  /**
   * @param groupOfRow takes the group of each row's key
   */
  public KeyBatch(GroupTable table, int[] groupOfRow) {
    this.table = table;
    this.groupOfRow = groupOfRow;
  }

  /** Where the next row's key is written. */
  public KeyWriter writer() {
    return bytes;
  }

  /** The key of a row is written; its group is known after {@link #findAll}. */
  public void end(int row) {
    int start = count == 0 ? 0 : ends[count - 1];
    hashes[count] = KeyHash.of(bytes.buffer(), start, bytes.length() - start);
    ends[count] = bytes.length();
    rows[count++] = row;
    if (count == MOST) {
      findAll();
    }
  }

  /** Finds the groups of all keys written. */
  public void findAll() {
    lookAhead();
    byte[] keys = bytes.buffer();
    int start = 0;
    for (int i = 0; i < count; i++) {
      int end = ends[i];
      groupOfRow[rows[i]] = table.find(keys, start, end - start, hashes[i]);
      start = end;
    }
    count = 0;
    bytes.clear();
  }

  /** Each loop reads what the next one needs; so all reads of a loop are under way at once. */
  private void lookAhead() {
    for (int i = 0; i < count; i++) {
      places[i] = table.peek(hashes[i]);
    }
    for (int i = 0; i < count; i++) {
      places[i] = table.peekStart(places[i]);
    }
    long ahead = 0;
    for (int i = 0; i < count; i++) {
      ahead += table.peekKey(places[i]);
    }
    seen = ahead;
  }

  /** What the look ahead saw: means nothing, but makes it happen. */
  long seen() {
    return seen;
  }
}
