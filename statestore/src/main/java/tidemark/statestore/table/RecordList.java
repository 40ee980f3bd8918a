package tidemark.statestore.table;

import java.util.Arrays;

/** A growing list of records. */
final class RecordList {
  private static final int FIRST = 16;

  /** A longer list gives its memory up when it is cleared. */
  private static final int LONG = 1 << 12;

  private int[] list;
  private int size;

  RecordList() {
    this(0);
  }

  /**
   * @param room for so many records
   */
  RecordList(int room) {
    list = new int[room];
  }

  void add(int record) {
    add(record, 0);
  }

  /** The same where so many more may follow soon. */
  void add(int record, int more) {
    if (size == list.length) {
      list = Arrays.copyOf(list, Math.max(Math.max(FIRST, size * 2), size + 1 + more));
    }
    list[size++] = record;
  }

  int size() {
    return size;
  }

  int get(int index) {
    return list[index];
  }

  /** A copy, in the order in which they were added. */
  int[] copy() {
    return Arrays.copyOf(list, size);
  }

  /** A copy, ascending by key. */
  int[] sorted(Records records) {
    int[] sorted = copy();
    KeySort.sort(records, sorted, size, new SortRoom());
    return sorted;
  }

  /** Forgets the records that are no more and takes over where the others are now. */
  void move(RecordMoves moves) {
    int count = 0;
    for (int i = 0; i < size; i++) {
      int place = moves.placeOf(list[i]);
      if (place != RecordMoves.DROPPED) {
        list[count++] = place;
      }
    }
    size = count;
  }

  void clear() {
    size = 0;
    if (list.length > LONG) {
      list = new int[0];
    }
  }
}
