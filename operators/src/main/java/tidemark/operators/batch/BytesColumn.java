package tidemark.operators.batch;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Strings (UTF-8) or binary values: row {@code r} is {@code data[start[r] .. start[r]+length[r])}.
 * Rows may overlap and stand in any order, so decoders point straight into their input.
 */
public final class BytesColumn extends Column {
  private final byte[] data;
  private final int[] starts;
  private final int[] lengths;
  private final boolean isOfDictionary;

  /** A column over the arrays, which are taken over, not copied. */
  public BytesColumn(
      byte[] data, int[] starts, int[] lengths, boolean @Nullable [] nulls, int size) {
    this(data, starts, lengths, nulls, size, false);
  }

  private BytesColumn(
      byte[] data,
      int[] starts,
      int[] lengths,
      boolean @Nullable [] nulls,
      int size,
      boolean isOfDictionary) {
    super(size, nulls);
    this.data = data;
    this.starts = starts;
    this.lengths = lengths;
    this.isOfDictionary = isOfDictionary;
  }

  /**
   * The same over a dictionary: rows with the same start have the same value, and the bytes never
   * change, so that a place in them stands for a value in this column and in later ones over the
   * same array.
   */
  public static BytesColumn ofDictionary(
      byte[] data, int[] starts, int[] lengths, boolean @Nullable [] nulls, int size) {
    return new BytesColumn(data, starts, lengths, nulls, size, true);
  }

  /** Other rows over the same bytes, each with start and length of one of these. */
  public BytesColumn at(
      int[] itsStarts, int[] itsLengths, boolean @Nullable [] itsNulls, int rows) {
    return new BytesColumn(data, itsStarts, itsLengths, itsNulls, rows, isOfDictionary);
  }

  /** Whether a row's start stands for its value, see {@link #ofDictionary}. */
  public boolean isOfDictionary() {
    return isOfDictionary;
  }

  /** The bytes that all rows point into. Read only. */
  public byte[] data() {
    return data;
  }

  public int start(int row) {
    return starts[row];
  }

  /** Length in bytes. */
  public int length(int row) {
    return lengths[row];
  }

  public int[] starts() {
    return starts;
  }

  public int[] lengths() {
    return lengths;
  }

  /** The row's value as a string: for messages and slow paths. */
  public String string(int row) {
    return new String(data, starts[row], lengths[row], StandardCharsets.UTF_8);
  }

  /** A copy of the row's bytes. */
  public byte[] bytes(int row) {
    byte[] copy = new byte[lengths[row]];
    System.arraycopy(data, starts[row], copy, 0, copy.length);
    return copy;
  }
}
