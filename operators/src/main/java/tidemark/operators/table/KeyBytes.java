package tidemark.operators.table;

import java.util.Arrays;

/** A key by which rows of a table are found, as bytes: equal if the key's values are. */
public final class KeyBytes {
  private final byte[] bytes;
  private final int hash;

  KeyBytes(byte[] bytes, long hash) {
    this.bytes = bytes;
    this.hash = (int) hash;
  }

  /** Its length in bytes. */
  public int length() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyBytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
