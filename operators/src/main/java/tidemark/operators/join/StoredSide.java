package tidemark.operators.join;

import java.util.Arrays;
import java.util.List;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyGroupRows;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyReader;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.state.SortedKeys;
import tidemark.operators.state.StateRows;
import tidemark.operators.types.Field;

/**
 * The kept rows of a side, one stored row each: {@code key group | key | time | micro-batch and
 * number → layout number | whether it found a partner | kept columns}. So the rows of a key stand
 * together in the order of their times, and a row is added without reading another. Used by one
 * thread for the key groups of one partition.
 */
final class StoredSide {
  /** Bytes behind the key: the time, and what tells rows of one key and time apart. */
  static final int SUFFIX = 16;

  private static final byte MATCHED = 1;
  private static final int FIRST_ROOM = 256;

  /** Bits for the rows that one micro-batch adds to one key. */
  private static final int NUMBER_BITS = 28;

  /** So many stored rows are read over quicker than one is looked for. */
  private static final int ROWS_PER_SEEK = 16;

  private final StateRows rows;
  private final List<Field> fields;
  private final byte[] header;
  private final int flag;
  private final long batch;
  private final long before;
  private final StateReader reader = new StateReader();
  private final KeyWriter key = new KeyWriter();
  private byte[] value;

  /**
   * @param before how many rows the store held before the micro-batch
   * @param batch the micro-batch's id
   */
  StoredSide(StateRows rows, List<Field> fields, long before, long batch) {
    this.rows = rows;
    this.fields = List.copyOf(fields);
    this.header = rows.form().header();
    this.flag = header.length;
    this.value = Arrays.copyOf(header, FIRST_ROOM);
    this.before = before;
    this.batch = batch;
  }

  /** True if nothing was stored before the micro-batch. */
  boolean isEmpty() {
    return before == 0;
  }

  /**
   * Opens the rows of a key group.
   *
   * @param lookups about how many will be looked up
   */
  KeyGroupRows group(int keyGroup, int lookups) {
    return rows.group(keyGroup, lookups);
  }

  /** Takes a stored row whose key was looked for. */
  @FunctionalInterface
  interface Visitor {
    void found(int keyNumber, long time, byte[] storedKey, byte[] storedValue);
  }

  /** Which times are looked for, by key; both ends included. */
  interface TimeRange {
    long from(int keyNumber);

    long to(int keyNumber);
  }

  /**
   * Visits the stored rows of some keys of one key group.
   *
   * @param numbers of the keys in the table, in stored order
   * @param count how many of them are looked for
   */
  void find(GroupTable table, int[] numbers, int count, TimeRange range, Visitor visitor) {
    if (count == 0 || isEmpty()) {
      return;
    }
    if ((long) count * ROWS_PER_SEEK * KeyHash.GROUPS < before) {
      for (int i = 0; i < count; i++) {
        seek(table, numbers[i], range, visitor);
      }
    } else {
      readOver(table, numbers, count, range, visitor);
    }
  }

  private void seek(GroupTable table, int number, TimeRange range, Visitor visitor) {
    byte[] prefix = SortedKeys.storedKey(table, number);
    long to = range.to(number);
    rows.scan(
        bound(prefix, range.from(number), Long.MIN_VALUE),
        bound(prefix, to, Long.MAX_VALUE),
        (storedKey, storedValue) -> visitor.found(number, time(storedKey), storedKey, storedValue));
  }

  private byte[] bound(byte[] prefix, long time, long rest) {
    key.clear();
    key.writeRaw(prefix, 0, prefix.length);
    key.writeLong(time);
    key.writeLong(rest);
    return key.toBytes();
  }

  private void readOver(
      GroupTable table, int[] numbers, int count, TimeRange range, Visitor visitor) {
    Merging merging = new Merging(table, numbers, count, range, visitor);
    byte[] last = SortedKeys.storedKey(table, numbers[count - 1]);
    rows.scan(
        SortedKeys.storedKey(table, numbers[0]),
        bound(last, Long.MAX_VALUE, Long.MAX_VALUE),
        merging);
  }

  /** Goes along the stored rows and the keys that are looked for at the same time. */
  private static final class Merging implements StateRows.Visitor {
    private final GroupTable table;
    private final int[] numbers;
    private final int count;
    private final TimeRange range;
    private final Visitor visitor;
    private int next;

    Merging(GroupTable table, int[] numbers, int count, TimeRange range, Visitor visitor) {
      this.table = table;
      this.numbers = numbers;
      this.count = count;
      this.range = range;
      this.visitor = visitor;
    }

    @Override
    public void visit(byte[] storedKey, byte[] storedValue) {
      int order = -1;
      while (next < count && (order = compare(numbers[next], storedKey)) < 0) {
        next++;
      }
      if (next < count && order == 0) {
        int number = numbers[next];
        long time = time(storedKey);
        if (time >= range.from(number) && time <= range.to(number)) {
          visitor.found(number, time, storedKey, storedValue);
        }
      }
    }

    private int compare(int number, byte[] storedKey) {
      int start = table.start(number);
      return Arrays.compareUnsigned(
          table.arena(),
          start,
          start + table.length(number),
          storedKey,
          1,
          storedKey.length - SUFFIX);
    }
  }

  static long time(byte[] storedKey) {
    return new KeyReader(storedKey, storedKey.length - SUFFIX).readLong();
  }

  boolean isMatched(byte[] storedValue) {
    return isMatched(storedValue, 0);
  }

  /** Of the stored value that begins at an offset. */
  boolean isMatched(byte[] bytes, int offset) {
    return (bytes[offset + flag] & MATCHED) != 0;
  }

  /** Notes in the value and in the store that the row has found a partner. */
  void match(byte[] storedKey, byte[] storedValue) {
    storedValue[flag] |= MATCHED;
    rows.replace(storedKey, storedValue);
  }

  /** Appends the kept columns of a stored row. */
  void read(byte[] storedValue, BatchBuilder out, int firstColumn) {
    read(storedValue, flag + 1, storedValue.length - flag - 1, out, firstColumn);
  }

  /** Appends the kept columns of the stored row that was found. */
  void read(KeyGroupRows found, BatchBuilder out, int firstColumn) {
    int columns = flag + 1;
    int length = found.valueLength() - columns;
    read(found.value(), found.valueStart() + columns, length, out, firstColumn);
  }

  /** Appends the kept columns of a new row. */
  void read(NewRows rows, int number, BatchBuilder out, int firstColumn) {
    read(rows.bytes(), rows.columns(number), rows.columnsLength(number), out, firstColumn);
  }

  private void read(byte[] bytes, int offset, int length, BatchBuilder out, int firstColumn) {
    reader.open(bytes, offset, length);
    for (int i = 0; i < fields.size(); i++) {
      reader.readField(fields.get(i), out.column(firstColumn + i));
    }
  }

  /**
   * Keeps a row, and gives it the key that {@link #key} holds then.
   *
   * @param ordinal among the rows of its key that this micro-batch adds
   */
  void insert(KeyGroupRows into, NewRows from, int number, int ordinal, boolean matched) {
    key.clear();
    key.writeByte(KeyHash.group(from.hash(number)));
    key.writeRaw(from.bytes(), from.start(number), from.keyLength(number));
    key.writeLong(from.time(number));
    key.writeLong(batch << NUMBER_BITS | ordinal);
    int columns = flag + 1;
    int length = columns + from.columnsLength(number);
    if (value.length < length) {
      value = Arrays.copyOf(header, length * 2);
    }
    value[flag] = matched ? MATCHED : 0;
    System.arraycopy(
        from.bytes(), from.columns(number), value, columns, from.columnsLength(number));
    into.insert(key.buffer(), 0, key.length(), value, 0, length);
  }

  /** The stored key of the row that was kept last. */
  KeyWriter key() {
    return key;
  }
}
