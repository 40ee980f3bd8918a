package tidemark.operators.join;

import java.util.Arrays;

/** A copy of a stored row; ordered by the number of its key, then as the rows are stored. */
final class CopiedRow implements Comparable<CopiedRow> {
  private final int keyNumber;
  private final byte[] storedKey;
  private final byte[] storedValue;

  /**
   * @param keyNumber in the table of the new keys; the same for all where none was looked for
   */
  CopiedRow(int keyNumber, byte[] storedKey, byte[] storedValue) {
    this.keyNumber = keyNumber;
    this.storedKey = storedKey;
    this.storedValue = storedValue;
  }

  int keyNumber() {
    return keyNumber;
  }

  byte[] storedKey() {
    return storedKey;
  }

  byte[] storedValue() {
    return storedValue;
  }

  @Override
  public int compareTo(CopiedRow other) {
    int order = Integer.compare(keyNumber, other.keyNumber);
    return order != 0 ? order : Arrays.compareUnsigned(storedKey, other.storedKey);
  }
}
