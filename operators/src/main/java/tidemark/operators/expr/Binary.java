package tidemark.operators.expr;

import java.util.Arrays;
import java.util.HexFormat;

/** An immutable value of type binary. */
public final class Binary {
  private final byte[] bytes;

  public Binary(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Binary that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }
}
