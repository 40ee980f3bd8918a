package tidemark.operators.parquet;

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
  private boolean[] marks = new boolean[0];
  private boolean any;
  private int size;
  private String first = "";

  /** Forgets the marks; {@code nextSize} values are converted next. */
  void clear(int nextSize) {
    size = nextSize;
    if (any) {
      marks = new boolean[0];
      any = false;
    }
  }

  /** Marks a value as bad, which makes it null: the flags to use. */
  boolean[] mark(boolean @Nullable [] nulls, int row, String value) {
    if (!any) {
      first = value;
      any = true;
    }
    marks = LeafValues.grown(marks, size);
    marks[row] = true;
    boolean[] marked = LeafValues.grown(nulls == null ? new boolean[0] : nulls, size);
    marked[row] = true;
    return marked;
  }

  /** Whether a value was marked. */
  boolean isMarked(int row) {
    return any && marks[row];
  }

  /** The first value that was marked, if there is any. */
  Optional<String> first() {
    return any ? Optional.of(first) : Optional.empty();
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
