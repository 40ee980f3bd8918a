package tidemark.operators.join;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.state.RowForm;

/**
 * How a kept row is stored: {@code key group | key | time | micro-batch and number → layout number
 * | whether it found a partner | kept columns}. Rows have this form from the moment they come in.
 */
final class StoredForm {
  /** Bytes behind the key: the time, and what tells rows of one key and time apart. */
  static final int SUFFIX = 16;

  private static final byte MATCHED = 1;

  /** Bits for the rows that one micro-batch adds to one key. */
  private static final int NUMBER_BITS = 28;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** What a value begins with: the layout number, and the mark of a row without partner. */
  private final byte[] front;

  StoredForm(RowForm form) {
    byte[] header = form.header();
    this.front = Arrays.copyOf(header, header.length + 1);
  }

  /** Begins another value, of a row that has no partner yet; its columns follow. */
  void begin(StateWriter value) {
    value.writeRaw(front, 0, front.length);
  }

  /** Bytes of a value before its columns. */
  int beforeColumns() {
    return front.length;
  }

  /** Whether the row whose value begins here has found a partner. */
  boolean isMatched(byte[] bytes, int value) {
    return (bytes[value + front.length - 1] & MATCHED) != 0;
  }

  /** Notes that the row whose value begins here has found a partner. */
  void match(byte[] bytes, int value) {
    bytes[value + front.length - 1] |= MATCHED;
  }

  /** The time in the stored key that ends here, in microseconds. */
  static long time(byte[] bytes, int keyEnd) {
    return (long) LONGS.get(bytes, keyEnd - SUFFIX) ^ Long.MIN_VALUE;
  }

  /**
   * Completes the stored key that ends here.
   *
   * @param ordinal among the rows of its key that the micro-batch adds
   */
  static void number(byte[] bytes, int keyEnd, long batch, int ordinal) {
    long number = batch << NUMBER_BITS | ordinal;
    LONGS.set(bytes, keyEnd - Long.BYTES, number ^ Long.MIN_VALUE);
  }
}
