package tidemark.statestore.table;

/** Memory for sorting, handed on from one sort to the next. Used by one thread. */
public final class SortRoom {
  private long[] numbers = {};
  private long[] otherNumbers = {};
  private int[] otherRecords = {};

  /** For so many numbers or more, with anything in it. */
  long[] numbers(int count) {
    if (numbers.length < count) {
      numbers = new long[grown(numbers.length, count)];
    }
    return numbers;
  }

  /** The same, for where the numbers are moved to. */
  long[] otherNumbers(int count) {
    if (otherNumbers.length < count) {
      otherNumbers = new long[grown(otherNumbers.length, count)];
    }
    return otherNumbers;
  }

  /** The same, for what the numbers stand for. */
  int[] otherRecords(int count) {
    if (otherRecords.length < count) {
      otherRecords = new int[grown(otherRecords.length, count)];
    }
    return otherRecords;
  }

  /** The first one as long as is asked for; tables of a store are about equally large. */
  private static int grown(int length, int count) {
    return length == 0 ? count : count + count / 4;
  }
}
