package tidemark.operators.join;

import java.util.Arrays;

/** A stored row whose key was looked for; ordered by the key's number, then as they are stored. */
final class Hit implements Comparable<Hit> {
  private final int keyNumber;
  private final byte[] storedKey;
  private final byte[] storedValue;

  Hit(int keyNumber, byte[] storedKey, byte[] storedValue) {
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
  public int compareTo(Hit other) {
    int order = Integer.compare(keyNumber, other.keyNumber);
    return order != 0 ? order : Arrays.compareUnsigned(storedKey, other.storedKey);
  }
}
