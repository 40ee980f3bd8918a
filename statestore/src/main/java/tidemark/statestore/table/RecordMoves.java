package tidemark.statestore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Where records are after pages were given up. A page that stays has a new number, and its records
 * their offset in it; each record of a page that was given up has its own new place, or none.
 */
final class RecordMoves {
  static final int DROPPED = -1;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final int[] numbers;
  private final byte[][] left;
  private long unwanted;

  /**
   * @param pages how many there were
   */
  RecordMoves(int pages) {
    numbers = new int[pages];
    left = new byte[pages][0];
  }

  /** A page stays, under another number, with so many bytes of records that are not wanted. */
  void stays(int page, int number, int unwantedBytes) {
    numbers[page] = number;
    unwanted += unwantedBytes;
  }

  /**
   * A page is given up.
   *
   * @param content its array, in which {@link #note} says where each record is now; empty when none
   *     of them is wanted
   */
  void isLeft(int page, byte[] content) {
    numbers[page] = DROPPED;
    left[page] = content;
  }

  /** The array of a page that was given up, unless nothing of it is wanted; else an empty one. */
  byte[] left(int page) {
    return left[page];
  }

  /** Notes where a record of a page that was given up is now. */
  static void note(byte[] content, int offset, int place) {
    INT.set(content, offset, place);
  }

  /** Where a record is now; {@link #DROPPED} when it is no more. */
  int placeOf(int record) {
    int page = record >>> Records.OFFSET_BITS;
    int offset = record & Records.OFFSET;
    int number = numbers[page];
    if (number != DROPPED) {
      return number << Records.OFFSET_BITS | offset;
    }
    byte[] content = left[page];
    return content.length == 0 ? DROPPED : (int) INT.get(content, offset);
  }

  /** Bytes of records that are not wanted and stay for the time being. */
  long unwantedBytes() {
    return unwanted;
  }
}
