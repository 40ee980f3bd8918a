package tidemark.operators.format;

import java.util.Arrays;

/** The names of the objects that are open, so that one that comes twice in an object is found. */
final class FastNames {
  /** Each name of an object is compared with all before it. */
  private static final int MAX_NAMES = 64;

  private long[] firstWords = new long[MAX_NAMES];
  private int[] starts = new int[MAX_NAMES];
  private int[] lengths = new int[MAX_NAMES];
  private int count;

  int count() {
    return count;
  }

  /** The objects that were opened last are closed. */
  void forgetFrom(int number) {
    count = number;
  }

  /**
   * Adds a name without escapes to the object that is open.
   *
   * @param end of the name, eight bytes before the array's end
   * @param first number of the object's first name
   * @return false if the object has the name, or more names than are told apart here
   */
  boolean add(byte[] b, int start, int end, int first) {
    int length = end - start;
    long word = word(b, start, length);
    for (int i = first; i < count; i++) {
      if (firstWords[i] == word
          && lengths[i] == length
          && Arrays.equals(b, start, end, b, starts[i], starts[i] + length)) {
        return false;
      }
    }
    if (count - first == MAX_NAMES) {
      return false;
    }
    if (count == starts.length) {
      firstWords = Arrays.copyOf(firstWords, count * 2);
      starts = Arrays.copyOf(starts, count * 2);
      lengths = Arrays.copyOf(lengths, count * 2);
    }
    firstWords[count] = word;
    starts[count] = start;
    lengths[count] = length;
    count++;
    return true;
  }

  /** The first eight bytes of a name, fewer if it is shorter. */
  static long word(byte[] b, int start, int length) {
    long word = Words.read(b, start);
    return length >= Long.BYTES ? word : word & (1L << length * Byte.SIZE) - 1;
  }
}
