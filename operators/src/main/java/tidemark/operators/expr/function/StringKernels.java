package tidemark.operators.expr.function;

import java.util.Locale;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.types.SimpleType;

/** Loops over strings that work on their bytes. */
final class StringKernels {
  private StringKernels() {}

  /** Code points of each string; bytes of each binary value. */
  static Evaluator length(Evaluator text, boolean binary) {
    return (batch, rows) -> {
      BytesColumn in = (BytesColumn) text.evaluate(batch, rows);
      long[] out = new long[batch.size()];
      for (int i = 0; i < rows.count(); i++) {
        int r = rows.row(i);
        if (!in.isNull(r)) {
          out[r] = binary ? in.length(r) : characters(in.data(), in.start(r), in.length(r));
        }
      }
      return new LongColumn(out, in.nulls(), batch.size());
    };
  }

  /** How many characters the bytes hold, each as long as its first byte says. */
  static int characters(byte[] data, int start, int length) {
    int count = 0;
    int end = start + length;
    for (int i = start; i < end; i += width(data[i])) {
      count++;
    }
    return count;
  }

  /** How many bytes a character has that begins with this one; 1 if none does. */
  static int width(byte first) {
    if (first >= 0) {
      return 1;
    }
    int b = first & 0xff;
    if (b < 0xc2 || b > 0xf4) {
      return 1;
    }
    return b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
  }

  /** The characters in opposite order, each with its bytes as they are. */
  static void reversed(byte[] data, int start, int length, int row, ColumnSink out) {
    byte[] reversed = new byte[length];
    for (int i = 0; i < length; ) {
      int width = Math.min(width(data[start + i]), length - i);
      System.arraycopy(data, start + i, reversed, length - i - width, width);
      i += width;
    }
    out.set(row, reversed, 0, length);
  }

  static Evaluator lower(Evaluator text) {
    return mapped(text, 'A', 'Z', 'a' - 'A', false);
  }

  static Evaluator upper(Evaluator text) {
    return mapped(text, 'a', 'z', 'A' - 'a', true);
  }

  private static Evaluator mapped(Evaluator text, int first, int last, int shift, boolean up) {
    return (batch, rows) -> {
      BytesColumn in = (BytesColumn) text.evaluate(batch, rows);
      ColumnSink out = ColumnSink.of(SimpleType.STRING, batch.size());
      byte[] scratch = new byte[64];
      for (int i = 0; i < rows.count(); i++) {
        int r = rows.row(i);
        if (in.isNull(r)) {
          continue;
        }
        int length = in.length(r);
        scratch = scratch.length < length ? new byte[length * 2] : scratch;
        if (ascii(in.data(), in.start(r), length, scratch, first, last, shift)) {
          out.set(r, scratch, 0, length);
        } else {
          String s = in.string(r);
          out.set(r, up ? s.toUpperCase(Locale.ROOT) : s.toLowerCase(Locale.ROOT));
        }
      }
      return out.column(in.nulls());
    };
  }

  private static boolean ascii(
      byte[] data, int start, int length, byte[] out, int first, int last, int shift) {
    int all = 0;
    for (int i = 0; i < length; i++) {
      byte b = data[start + i];
      all |= b;
      out[i] = (byte) (b >= first && b <= last ? b + shift : b);
    }
    return all >= 0;
  }

  /** The byte offset of a code point; the end if there are fewer. */
  static int offset(byte[] data, int start, int length, int characters) {
    int left = characters;
    int i = start;
    int end = start + length;
    while (i < end && left > 0) {
      i += width(data[i]);
      left--;
    }
    return Math.min(i, end);
  }

  /** Finds a part of a value: where it begins and how long it is, packed into a long. */
  @FunctionalInterface
  interface Slicer {
    long slice(byte[] data, int start, int length);
  }

  /** A slice for {@link Slicer}. */
  static long slice(int start, int length) {
    return (long) start << 32 | length;
  }

  /** Parts of strings, which point into the strings' own bytes. */
  static Evaluator slices(Evaluator text, Slicer slicer) {
    return (batch, rows) -> {
      BytesColumn in = (BytesColumn) text.evaluate(batch, rows);
      boolean[] nulls = in.nulls();
      byte[] data = in.data();
      int[] starts = new int[batch.size()];
      int[] lengths = new int[batch.size()];
      for (int i = 0; i < rows.count(); i++) {
        int r = rows.row(i);
        if (nulls == null || !nulls[r]) {
          long slice = slicer.slice(data, in.start(r), in.length(r));
          starts[r] = (int) (slice >>> 32);
          lengths[r] = (int) slice;
        }
      }
      return new BytesColumn(data, starts, lengths, nulls, batch.size());
    };
  }

  /**
   * The code points from {@code position} (from 1; negative: from the end) on.
   *
   * @param count at most so many
   */
  static long substring(byte[] data, int start, int length, int position, long count) {
    int total = position < 0 ? characters(data, start, length) : 0;
    long from = position > 0 ? position - 1L : position < 0 ? (long) total + position : 0;
    long to = count >= Integer.MAX_VALUE ? Integer.MAX_VALUE : from + count;
    if (to <= from || to <= 0) {
      return slice(start, 0);
    }
    int begin = from <= 0 ? start : offset(data, start, length, (int) from);
    long more = to - Math.max(0, from);
    int end =
        more >= length ? start + length : offset(data, begin, start + length - begin, (int) more);
    return slice(begin, end - begin);
  }

  /** Puts what {@link #substring(byte[], int, int, int, long)} finds. */
  static void substring(
      byte[] data, int start, int length, int position, long count, int row, ColumnSink out) {
    long slice = substring(data, start, length, position, count);
    out.set(row, data, (int) (slice >>> 32), (int) slice);
  }

  /** The value without blanks at its ends; {@code sides}: 1 start, 2 end, 3 both. */
  static long trimmed(byte[] data, int start, int length, int sides) {
    int from = start;
    int to = start + length;
    while ((sides & 1) != 0 && from < to && data[from] == ' ') {
      from++;
    }
    while ((sides & 2) != 0 && to > from && data[to - 1] == ' ') {
      to--;
    }
    return slice(from, to - from);
  }
}
