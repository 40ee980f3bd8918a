package tidemark.operators.aggregate;

import java.util.Arrays;

/**
 * Approximate quantiles of doubles: the sketch of Greenwald and Khanna, "Space-efficient Online
 * Computation of Quantile Summaries" (2001), with a buffer of values in front. Each sample has a
 * value, the number {@code gap} of ranks since the sample before, and the uncertainty {@code delta}
 * of its rank. Buffer sizes, rounding and merging are such that results equal Spark's.
 */
final class QuantileSketch implements Sketch {
  /** So many values are buffered before they are merged into the samples. */
  private static final int BUFFER = 50_000;

  private static final int OVERHEAD = 112;

  private final double error;
  private double[] buffer = new double[8];
  private int buffered;
  private double[] values = new double[0];
  private long[] gaps = new long[0];
  private long[] deltas = new long[0];
  private long count;
  private boolean settled = true;

  /**
   * An empty sketch.
   *
   * @param error the greatest error of a rank, relative to the number of values
   */
  QuantileSketch(double error) {
    this.error = error;
  }

  /** Adds a value. */
  void add(double value) {
    if (buffered == buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.min(BUFFER, buffered * 2));
    }
    buffer[buffered++] = value;
    settled = false;
    if (buffered == BUFFER) {
      flush();
      compress(2 * error * count);
    }
  }

  /** Brings everything into the samples and drops those that the error allows to drop. */
  void settle() {
    if (!settled) {
      flush();
      compress(2 * error * count);
      buffer = new double[8];
      settled = true;
    }
  }

  private void flush() {
    double[] sorted = Arrays.copyOf(buffer, buffered);
    Arrays.sort(sorted);
    int total = values.length + buffered;
    double[] newValues = new double[total];
    long[] newGaps = new long[total];
    long[] newDeltas = new long[total];
    int from = 0;
    int at = 0;
    for (int i = 0; i < sorted.length; i++) {
      while (from < values.length && values[from] <= sorted[i]) {
        newValues[at] = values[from];
        newGaps[at] = gaps[from];
        newDeltas[at++] = deltas[from++];
      }
      count++;
      boolean atAnEnd = at == 0 || (from == values.length && i == sorted.length - 1);
      newValues[at] = sorted[i];
      newGaps[at] = 1;
      newDeltas[at++] = atAnEnd ? 0 : (long) Math.floor(2 * error * count);
    }
    System.arraycopy(values, from, newValues, at, values.length - from);
    System.arraycopy(gaps, from, newGaps, at, values.length - from);
    System.arraycopy(deltas, from, newDeltas, at, values.length - from);
    take(newValues, newGaps, newDeltas);
    buffered = 0;
  }

  /** Joins neighbours whose ranks together are less uncertain than the threshold. */
  private void compress(double threshold) {
    int size = values.length;
    if (size < 2) {
      return;
    }
    int to = size - 1;
    long gap = gaps[to];
    int head = to;
    for (int i = size - 2; i >= 1; i--) {
      if (gaps[i] + gap + deltas[head] < threshold) {
        gap += gaps[i];
      } else {
        put(to--, head, gap);
        head = i;
        gap = gaps[i];
      }
    }
    put(to, head, gap);
    put(--to, 0, gaps[0]);
    take(
        Arrays.copyOfRange(values, to, size),
        Arrays.copyOfRange(gaps, to, size),
        Arrays.copyOfRange(deltas, to, size));
  }

  /** As values are sorted: NaN is the greatest. */
  private static boolean isBefore(double a, double b) {
    return a < b || (Double.isNaN(b) && !Double.isNaN(a));
  }

  private void put(int to, int from, long gap) {
    values[to] = values[from];
    deltas[to] = deltas[from];
    gaps[to] = gap;
  }

  /** Adds a settled sketch; this one is settled first. */
  void merge(QuantileSketch other) {
    settle();
    if (other.count == 0) {
      return;
    }
    if (count == 0) {
      take(other.values.clone(), other.gaps.clone(), other.deltas.clone());
      count = other.count;
      return;
    }
    long ownExtra = (long) Math.floor(2 * other.error * other.count);
    long otherExtra = (long) Math.floor(2 * error * count);
    int total = values.length + other.values.length;
    double[] newValues = new double[total];
    long[] newGaps = new long[total];
    long[] newDeltas = new long[total];
    int own = 0;
    int theirs = 0;
    for (int at = 0; at < total; at++) {
      boolean bothLeft = own < values.length && theirs < other.values.length;
      boolean takeOwn =
          bothLeft ? isBefore(values[own], other.values[theirs]) : own < values.length;
      if (takeOwn) {
        newValues[at] = values[own];
        newGaps[at] = gaps[own];
        newDeltas[at] = deltas[own++] + (bothLeft && theirs > 0 ? ownExtra : 0);
      } else {
        newValues[at] = other.values[theirs];
        newGaps[at] = other.gaps[theirs];
        newDeltas[at] = other.deltas[theirs++] + (bothLeft && own > 0 ? otherExtra : 0);
      }
    }
    take(newValues, newGaps, newDeltas);
    count += other.count;
    compress(2 * error * count);
  }

  /** A copy of another sketch, settled, which the other one need not be. */
  QuantileSketch settledCopy() {
    QuantileSketch copy = new QuantileSketch(error);
    copy.take(values.clone(), gaps.clone(), deltas.clone());
    copy.count = count;
    copy.buffer = Arrays.copyOf(buffer, Math.max(8, buffered));
    copy.buffered = buffered;
    copy.settled = settled;
    copy.settle();
    return copy;
  }

  /** How many values there are, of a settled sketch. */
  long count() {
    return count;
  }

  /** The value whose rank is about {@code fraction * count}, of a settled sketch with values. */
  double quantile(double fraction) {
    int last = values.length - 1;
    if (last == 1 && Double.isNaN(values[1])) {
      return Double.NaN; // Spark loses the least value beside nothing but NaN
    }
    if (fraction <= error) {
      return values[0];
    }
    if (fraction >= 1 - error) {
      return values[last];
    }
    long rank = (long) Math.ceil(fraction * count);
    long widest = 0;
    for (int i = 0; i <= last; i++) {
      widest = Math.max(widest, gaps[i] + deltas[i]);
    }
    long tolerance = widest / 2;
    long least = 0;
    for (int i = 0; i < last; i++) {
      least += gaps[i];
      if (least + deltas[i] - tolerance <= rank && rank <= least + tolerance) {
        return values[i];
      }
    }
    return values[last];
  }

  /** Writes count and samples of a settled sketch. */
  void encode(StateWriter out) {
    out.writeLong(count);
    out.writeCount(values.length);
    for (int i = 0; i < values.length; i++) {
      out.writePresence(true);
      out.writePresence(true);
      out.writeDouble(values[i]);
      out.writePresence(true);
      out.writeLong(gaps[i]);
      out.writePresence(true);
      out.writeLong(deltas[i]);
    }
  }

  /** Reads a written sketch. */
  static QuantileSketch decode(double error, StateReader in) {
    QuantileSketch sketch = new QuantileSketch(error);
    sketch.count = in.readLong();
    int size = in.readCount();
    sketch.take(new double[size], new long[size], new long[size]);
    for (int i = 0; i < size; i++) {
      in.readPresence();
      in.readPresence();
      sketch.values[i] = in.readDouble();
      in.readPresence();
      sketch.gaps[i] = in.readLong();
      in.readPresence();
      sketch.deltas[i] = in.readLong();
    }
    return sketch;
  }

  @Override
  public long memory() {
    return OVERHEAD + 8L * buffer.length + 24L * values.length;
  }

  private void take(double[] newValues, long[] newGaps, long[] newDeltas) {
    values = newValues;
    gaps = newGaps;
    deltas = newDeltas;
  }
}
