package tidemark.operators.parquet;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.format.Utf8;

/**
 * The values of one leaf that do not fit its declared type, of those converted last; and which
 * arrays are known to hold nothing but valid text.
 */
final class Misfits {
  private byte @Nullable [] knownText;
  private byte @Nullable [] seen;
  private @Nullable String[] marked = new String[0];
  private int size;

  /** Forgets the marks; {@code nextSize} values are converted next. */
  void clear(int nextSize) {
    size = nextSize;
    marked = new String[0];
  }

  /** Marks a value as bad, which makes it null: the flags to use. */
  boolean[] mark(boolean @Nullable [] nulls, int row, String value) {
    if (marked.length < size) {
      marked = Arrays.copyOf(marked, size);
    }
    marked[row] = value;
    boolean[] flags = LeafValues.grown(nulls == null ? new boolean[0] : nulls, size);
    flags[row] = true;
    return flags;
  }

  /** Whether any value was marked. */
  boolean isEmpty() {
    return marked.length == 0;
  }

  /** A value that was marked, as text. */
  Optional<String> value(int row) {
    return isEmpty() ? Optional.empty() : Optional.ofNullable(marked[row]);
  }

  /** Whether every value in the array is valid text; found out once an array where it is cheap. */
  boolean isKnownText(byte[] data) {
    if (data == knownText) {
      return true;
    }
    if (Utf8.isAscii(data)) {
      knownText = data;
      return true;
    }
    return false;
  }

  /** Looks at the values of a dictionary once, so that a page of places need not be looked at. */
  void knowDictionary(BytesVector values) {
    byte[] data = values.data();
    if (data == seen) {
      return;
    }
    seen = data;
    for (int i = 0; i < values.size; i++) {
      int from = values.starts[i];
      if (Utf8.firstInvalid(data, from, from + values.lengths[i]) >= 0) {
        return;
      }
    }
    knownText = data;
  }
}
