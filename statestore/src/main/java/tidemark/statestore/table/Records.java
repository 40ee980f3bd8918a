package tidemark.statestore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Records one behind the other in pages, each known by where it begins: value length (4 bytes),
 * value capacity (4), key length (3), flags (1), key, value. What the flags mean is {@link
 * Shard}'s.
 *
 * <p>A place is a page's number and, in the lowest bits, an offset in it, so places ascend in the
 * order in which records were added. No record reaches from one page into the next; one that is
 * longer than a page has a page of its own size. Only the first page grows; so what is added is
 * never copied again, and few bytes are allocated that hold nothing.
 */
final class Records {
  static final int HEADER = 12;

  /** Lowest bits of a place: the offset in its page. */
  static final int OFFSET_BITS = 16;

  static final int OFFSET = (1 << OFFSET_BITS) - 1;
  private static final int PAGE = 1 << OFFSET_BITS;
  private static final int FIRST = 1 << 10;

  /** A page stays as long as no more than this part of it is unwanted. */
  private static final int TOLERATED = 4;

  private static final byte[] NO_BYTES = {};
  private static final int MOST_PAGES = (1 << Integer.SIZE - 1 - OFFSET_BITS) - 1;
  private static final long MOST_BYTES = Integer.MAX_VALUE - 16;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[][] pages = {};

  /** How many bytes of each page hold records. */
  private int[] ends = {};

  /** How many records each page holds. */
  private int[] counts = {};

  private int count;
  private int number;
  private long heapBytes;
  private long filledBytes;

  /** The array that holds a record. */
  byte[] array(int record) {
    return pages[record >>> OFFSET_BITS];
  }

  /** A place behind all records. */
  int end() {
    return count == 0 ? 0 : place(count - 1, ends[count - 1]);
  }

  /** The record behind this one; {@link #end()} when it is the last. */
  int after(int record) {
    return from(record >>> OFFSET_BITS, (record & OFFSET) + size(record));
  }

  /** The first record at or behind a place that was {@link #end()} once. */
  int from(int place) {
    return from(place >>> OFFSET_BITS, place & OFFSET);
  }

  /** The first record at or behind a place that has none of the flags; -1 when there is none. */
  int firstWithout(int flags, int place) {
    int at = place & OFFSET;
    for (int page = place >>> OFFSET_BITS; page < count; page++) {
      byte[] bytes = pages[page];
      while (at < ends[page]) {
        int keyLengthAndFlags = (int) INT.get(bytes, at + 8);
        if ((keyLengthAndFlags >>> 24 & flags) == 0) {
          return place(page, at);
        }
        at += HEADER + (keyLengthAndFlags & 0xFFFFFF) + (int) INT.get(bytes, at + 4);
      }
      at = 0;
    }
    return -1;
  }

  private int from(int page, int offset) {
    return page < count - 1 && offset >= ends[page] ? page + 1 << OFFSET_BITS : place(page, offset);
  }

  private static int place(int page, int offset) {
    return (page << OFFSET_BITS) + Math.min(offset, PAGE);
  }

  /** Bytes of a record. */
  int size(int record) {
    return HEADER + keyLength(record) + capacity(record);
  }

  /** Where the key begins in the record's array. */
  int keyStart(int record) {
    return (record & OFFSET) + HEADER;
  }

  int keyLength(int record) {
    return (int) INT.get(array(record), (record & OFFSET) + 8) & 0xFFFFFF;
  }

  /** Where the value begins in the record's array. */
  int valueStart(int record) {
    return keyStart(record) + keyLength(record);
  }

  int valueLength(int record) {
    return (int) INT.get(array(record), record & OFFSET);
  }

  /** The longest value that fits in the place of this record's. */
  int capacity(int record) {
    return (int) INT.get(array(record), (record & OFFSET) + 4);
  }

  int flags(int record) {
    return array(record)[(record & OFFSET) + 11];
  }

  void setFlags(int record, int flags) {
    array(record)[(record & OFFSET) + 11] = (byte) flags;
  }

  void setValue(int record, byte[] value, int from, int length) {
    INT.set(array(record), record & OFFSET, length);
    System.arraycopy(value, from, array(record), valueStart(record), length);
  }

  boolean keyEquals(int record, byte[] key, int from, int length) {
    int start = keyStart(record);
    return keyLength(record) == length
        && Arrays.equals(array(record), start, start + length, key, from, from + length);
  }

  boolean isOfSameKey(int a, int b) {
    int start = keyStart(b);
    return keyEquals(a, array(b), start, keyLength(b));
  }

  int compare(int a, int b) {
    int start = keyStart(b);
    return compareKey(a, array(b), start, start + keyLength(b));
  }

  int compareKey(int record, byte[] key) {
    return compareKey(record, key, 0, key.length);
  }

  private int compareKey(int record, byte[] key, int from, int to) {
    int start = keyStart(record);
    return Arrays.compareUnsigned(array(record), start, start + keyLength(record), key, from, to);
  }

  /** Eight bytes of the key after the first one, as {@link KeyBytes#order}. */
  long order(int record) {
    int start = keyStart(record);
    return KeyBytes.order(array(record), start + 1, start + keyLength(record));
  }

  /** How many there are, those included that nothing refers to any more. */
  int number() {
    return number;
  }

  /** Bytes of all pages. */
  long heapBytes() {
    return heapBytes;
  }

  /** Bytes of all records, those included that nothing refers to any more. */
  long filledBytes() {
    return filledBytes;
  }

  /** Bytes that pages must grow by for another record; 0 when it fits. */
  long growthFor(int rowBytes) {
    long need = (long) HEADER + rowBytes;
    int last = count - 1;
    if (last < 0 || ends[last] + need > PAGE) {
      return pageFor(need);
    }
    return Math.max(0, lastPageFor(need) - pages[last].length);
  }

  private long pageFor(long need) {
    return Math.max(need, count == 0 ? FIRST : PAGE);
  }

  private long lastPageFor(long need) {
    int held = pages[count - 1].length;
    long wanted = ends[count - 1] + need;
    return wanted <= held ? held : Math.min(PAGE, Math.max(wanted, 2L * held));
  }

  /** Makes room for another record. */
  void growFor(int rowBytes) {
    long need = (long) HEADER + rowBytes;
    int last = count - 1;
    if (last < 0 || ends[last] + need > PAGE) {
      addPage(pageFor(need));
    } else if (ends[last] + need > pages[last].length) {
      int longer = (int) lastPageFor(need);
      heapBytes += longer - pages[last].length;
      pages[last] = Arrays.copyOf(pages[last], longer);
    }
  }

  private void addPage(long bytes) {
    if (count == MOST_PAGES || filledBytes + bytes > MOST_BYTES) {
      throw new IllegalStateException("a key group holds more than 2 GB in memory");
    }
    addPage(new byte[(int) bytes]);
  }

  private void addPage(byte[] page) {
    if (count == pages.length) {
      pages = Arrays.copyOf(pages, Math.max(4, 2 * count));
      ends = Arrays.copyOf(ends, pages.length);
      counts = Arrays.copyOf(counts, pages.length);
    }
    pages[count] = page;
    ends[count] = 0;
    counts[count++] = 0;
    heapBytes += page.length;
  }

  /** Adds a record, for which there is room, and returns where it begins. */
  int append(
      byte[] key, int keyFrom, int keyLength, byte[] value, int from, int length, int flags) {
    int at = ends[count - 1];
    byte[] page = pages[count - 1];
    INT.set(page, at, length);
    INT.set(page, at + 4, length);
    INT.set(page, at + 8, keyLength | flags << 24);
    System.arraycopy(key, keyFrom, page, at + HEADER, keyLength);
    System.arraycopy(value, from, page, at + HEADER + keyLength, length);
    return added(HEADER + keyLength + length);
  }

  /** Adds a copy of a record. */
  private int append(byte[] source, int from, int size) {
    growFor(size - HEADER);
    System.arraycopy(source, from, pages[count - 1], ends[count - 1], size);
    return added(size);
  }

  private int added(int size) {
    int record = (count - 1 << OFFSET_BITS) + ends[count - 1];
    ends[count - 1] += size;
    counts[count - 1]++;
    number++;
    filledBytes += size;
    return record;
  }

  /**
   * Gives up the pages of which more than a quarter is unwanted; what is wanted of them comes
   * behind all other records. The pages that stay are numbered anew.
   *
   * @param unwanted tells by a record's flags whether it may be dropped
   */
  RecordMoves collect(IntPredicate unwanted) {
    byte[][] before = Arrays.copyOf(pages, count);
    int[] endsBefore = ends;
    int[] countsBefore = counts;
    RecordMoves moves = new RecordMoves(count);
    clear();
    for (int page = 0; page < before.length; page++) {
      int wasted = unwantedBytes(before[page], endsBefore[page], unwanted);
      if (wasted > endsBefore[page] / TOLERATED) {
        moves.isLeft(page, wasted == endsBefore[page] ? NO_BYTES : before[page]);
      } else {
        moves.stays(page, count, wasted);
        addPage(before[page]);
        ends[count - 1] = endsBefore[page];
        counts[count - 1] = countsBefore[page];
        number += countsBefore[page];
        filledBytes += endsBefore[page];
      }
    }
    for (int page = 0; page < before.length; page++) {
      moveWanted(moves.left(page), endsBefore[page], unwanted);
    }
    return moves;
  }

  private static int unwantedBytes(byte[] page, int end, IntPredicate unwanted) {
    int bytes = 0;
    for (int at = 0, size; at < end; at += size) {
      size = sizeAt(page, at);
      bytes += unwanted.test(page[at + 11]) ? size : 0;
    }
    return bytes;
  }

  private void moveWanted(byte[] page, int end, IntPredicate unwanted) {
    for (int at = 0, size; at < Math.min(end, page.length); at += size) {
      size = sizeAt(page, at);
      boolean dropped = unwanted.test(page[at + 11]);
      RecordMoves.note(page, at, dropped ? RecordMoves.DROPPED : append(page, at, size));
    }
  }

  private static int sizeAt(byte[] source, int at) {
    return HEADER + ((int) INT.get(source, at + 8) & 0xFFFFFF) + (int) INT.get(source, at + 4);
  }

  /**
   * Takes copies of the records that fill an array from end to end.
   *
   * @param unwanted tells by a record's flags whether it is passed over
   */
  void adopt(byte[] filled, IntPredicate unwanted) {
    for (int at = 0, size; at < filled.length; at += size) {
      size = sizeAt(filled, at);
      if (!unwanted.test(filled[at + 11])) {
        int unused = append(filled, at, size);
      }
    }
  }

  /** How many pages there are. */
  int pages() {
    return count;
  }

  byte[] page(int number) {
    return pages[number];
  }

  /** How many bytes of a page hold records. */
  int pageEnd(int number) {
    return ends[number];
  }

  void clear() {
    pages = new byte[0][];
    ends = new int[0];
    counts = new int[0];
    count = 0;
    number = 0;
    heapBytes = 0;
    filledBytes = 0;
  }
}
