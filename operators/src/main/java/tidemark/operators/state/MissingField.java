package tidemark.operators.state;

import java.util.Arrays;

/** What a row holds of a field that it was stored without. */
public sealed interface MissingField {
  /** Always the same: the field as it is stored. */
  final class Constant implements MissingField {
    private final byte[] stored;

    public Constant(byte[] stored) {
      this.stored = stored.clone();
    }

    byte[] stored() {
      return stored;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Constant constant && Arrays.equals(stored, constant.stored);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(stored);
    }
  }

  /**
   * What another field of the same row holds, as this field's type; null becomes zero where this
   * field cannot be null.
   *
   * @param field id of the other field
   */
  record Copy(int field) implements MissingField {}
}
