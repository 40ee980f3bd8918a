package tidemark.operators.join;

import java.util.BitSet;
import tidemark.operators.plan.Side;
import tidemark.operators.plan.TimeGap;

/** The keys that a side's new rows look for on the other, and the times that partners can have. */
final class Reach implements StoredSide.Sought {
  private final KeyedRows rows;
  private final BitSet withoutPartner;
  private final boolean bounded;
  private final long before;
  private final long after;

  /**
   * @param side of the new rows
   * @param withoutPartner keys that equal nothing
   */
  Reach(JoinShape shape, Side side, KeyedRows rows, BitSet withoutPartner) {
    this.rows = rows;
    this.withoutPartner = withoutPartner;
    TimeGap gap = shape.gap().orElse(TimeGap.ANY);
    this.bounded = shape.gap().isPresent();
    this.before = side == Side.LEFT ? gap.leastMicros() : negated(gap.mostMicros());
    this.after = side == Side.LEFT ? gap.mostMicros() : negated(gap.leastMicros());
  }

  private static long negated(long micros) {
    return micros == Long.MIN_VALUE
        ? Long.MAX_VALUE
        : micros == Long.MAX_VALUE ? Long.MIN_VALUE : -micros;
  }

  @Override
  public boolean has(int key) {
    return !rows.isEmpty(key) && !withoutPartner.get(key);
  }

  @Override
  public long from(int key) {
    long least = Long.MAX_VALUE;
    for (int i = rows.start(key); bounded && i < rows.end(key); i++) {
      least = Math.min(least, rows.time(i));
    }
    return reachedFrom(least);
  }

  @Override
  public long to(int key) {
    long most = Long.MIN_VALUE;
    for (int i = rows.start(key); bounded && i < rows.end(key); i++) {
      most = rows.time(i) == SideShape.NO_TIME ? most : Math.max(most, rows.time(i));
    }
    return reachedTo(most);
  }

  @Override
  public long earliest() {
    return reachedFrom(rows.earliest());
  }

  @Override
  public long latest() {
    return reachedTo(rows.latest());
  }

  private long reachedFrom(long least) {
    return !bounded || before == Long.MIN_VALUE ? Long.MIN_VALUE : saturated(least, before);
  }

  private long reachedTo(long most) {
    return !bounded || after == Long.MAX_VALUE ? Long.MAX_VALUE : saturated(most, after);
  }

  private static long saturated(long time, long distance) {
    long sum = time + distance;
    boolean overflown = ((time ^ sum) & (distance ^ sum)) < 0;
    return overflown ? time < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : sum;
  }
}
