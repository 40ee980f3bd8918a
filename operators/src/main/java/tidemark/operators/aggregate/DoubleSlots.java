package tidemark.operators.aggregate;

import java.util.Arrays;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DoubleBuilder;

/** A fixed number of doubles a group, put together by a formula. */
abstract sealed class DoubleSlots implements Accumulators
    permits MomentAccumulators, ComomentAccumulators {
  final int stride;

  /** {@link #stride} doubles a group. */
  double[] slots = new double[0];

  private final double[] stored;

  DoubleSlots(int stride) {
    this.stride = stride;
    this.stored = new double[stride];
  }

  /** Puts what is known of two disjoint sets of rows together; {@code into} may be either. */
  abstract void combine(double[] left, int l, double[] right, int r, double[] into, int at);

  /** Whether the rows seen give a result. */
  abstract boolean isDefined(int at);

  /** The result, where it is defined. */
  abstract double value(int at);

  @Override
  public final void ensure(int groups) {
    if (stride * groups > slots.length) {
      slots = Arrays.copyOf(slots, Growth.length(slots.length, stride * groups));
    }
  }

  @Override
  public final void merge(int group, Accumulators other, int otherGroup) {
    int at = group * stride;
    combine(slots, at, ((DoubleSlots) other).slots, otherGroup * stride, slots, at);
  }

  @Override
  public final void encode(int group, StateWriter out) {
    for (int i = 0; i < stride; i++) {
      out.writeDouble(slots[group * stride + i]);
    }
  }

  @Override
  public final void mergeEncoded(int group, StateReader in) {
    for (int i = 0; i < stride; i++) {
      stored[i] = in.readDouble();
    }
    combine(stored, 0, slots, group * stride, slots, group * stride);
  }

  @Override
  public final void appendResult(int group, ColumnBuilder out) {
    int at = group * stride;
    if (isDefined(at)) {
      ((DoubleBuilder) out).append(value(at));
    } else {
      out.appendNull();
    }
  }

  @Override
  public final void reset() {
    Arrays.fill(slots, 0);
  }

  @Override
  public final long memory() {
    return 8L * slots.length;
  }
}
