package tidemark.operators.format;

import java.util.Arrays;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;

/**
 * Strings and binary values: places in the input buffer, or in a side buffer where the value does
 * not stand in the input as it is (then the start is the complement of the place).
 */
final class BytesCells extends Cells {
  private byte[] input = {};
  int[] starts = {};
  int[] lengths = {};
  private byte[] side = {};
  private int sideUsed;

  /** A value that stands in the input. */
  void set(int row, int start, int length) {
    starts[row] = start;
    lengths[row] = length;
  }

  /** A value that stands elsewhere and is copied; one without bytes stands everywhere. */
  void setCopy(int row, byte[] source, int offset, int length) {
    if (length == 0) {
      set(row, 0, 0);
      return;
    }
    if (side.length - sideUsed < length) {
      side = Arrays.copyOf(side, Math.max(sideUsed + length, Math.max(256, side.length * 2)));
    }
    System.arraycopy(source, offset, side, sideUsed, length);
    starts[row] = ~sideUsed;
    lengths[row] = length;
    sideUsed += length;
  }

  /** Sets the input that later values point into; earlier rows are copied from the old one. */
  void attach(byte[] newInput, int rows) {
    for (int row = 0; row < rows; row++) {
      if (starts[row] >= 0) {
        setCopy(row, input, starts[row], lengths[row]);
      }
    }
    input = newInput;
  }

  @Override
  void grow(int capacity) {
    starts = Arrays.copyOf(starts, capacity);
    lengths = Arrays.copyOf(lengths, capacity);
  }

  @Override
  void setNull(int row) {
    super.setNull(row);
    starts[row] = 0;
    lengths[row] = 0;
  }

  @Override
  Column take(int rows) {
    boolean[] nulls = takeNulls(rows);
    byte[] data = input;
    if (sideUsed > 0) {
      attach(input, rows);
      data = side;
      for (int row = 0; row < rows; row++) {
        starts[row] = starts[row] < 0 ? ~starts[row] : starts[row];
      }
      sideUsed = 0;
    }
    return new BytesColumn(data, starts, lengths, nulls, rows);
  }
}
