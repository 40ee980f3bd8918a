package tidemark.operators.parquet;

import tidemark.operators.format.ByteSink;

/** Writes the hybrid of runs and bit-packed groups that {@link RunDecoder} reads. */
final class RunEncoder {
  private static final int GROUP = 8;

  private final ByteSink out;
  private final int width;

  private RunEncoder(ByteSink out, int width) {
    this.out = out;
    this.width = width;
  }

  /** Appends {@code values[from, to)}. */
  static void write(int[] values, int from, int to, int width, ByteSink out) {
    new RunEncoder(out, width).write(values, from, to);
  }

  private void write(int[] values, int from, int to) {
    int at = from;
    while (at < to) {
      int run = run(values, at, to);
      if (run >= GROUP) {
        unsigned((long) run << 1);
        value(values[at]);
        at += run;
        continue;
      }
      int end = at + GROUP;
      while (end < to && run(values, end, to) < 2 * GROUP) {
        end += GROUP;
      }
      packed(values, at, Math.min(end, to));
      at = end;
    }
  }

  private static int run(int[] values, int from, int to) {
    int at = from + 1;
    while (at < to && values[at] == values[from]) {
      at++;
    }
    return at - from;
  }

  private void value(int value) {
    for (int bit = 0; bit < width; bit += 8) {
      out.write(value >>> bit);
    }
  }

  /** Groups of eight; the last one is filled up with zeros, which nobody reads. */
  private void packed(int[] values, int from, int to) {
    int groups = (to - from + GROUP - 1) / GROUP;
    unsigned((long) groups << 1 | 1);
    long word = 0;
    int bits = 0;
    for (int i = from; i < from + groups * GROUP; i++) {
      word |= (i < to ? values[i] & 0xFFFFFFFFL : 0) << bits;
      bits += width;
      while (bits >= 8) {
        out.write((int) word);
        word >>>= 8;
        bits -= 8;
      }
    }
  }

  private void unsigned(long value) {
    long rest = value;
    while (rest >= 0x80) {
      out.write((int) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
