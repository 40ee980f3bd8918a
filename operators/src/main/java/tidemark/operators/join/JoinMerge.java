package tidemark.operators.join;

import java.util.BitSet;
import java.util.List;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.plan.Side;
import tidemark.operators.plan.TimeGap;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.SortedKeys;

/**
 * Joins the rows of one partition, slice after slice: the new ones of both sides with each other
 * and with the stored ones, then keeps the new ones and forgets what the watermark has passed.
 */
final class JoinMerge {
  private final JoinShape shape;
  private final GroupTable table = new GroupTable();
  private final BitSet withoutPartner = new BitSet();
  private final StoredSide storedLeft;
  private final StoredSide storedRight;
  private KeyedRows newLeft = KeyedRows.NONE;
  private KeyedRows newRight = KeyedRows.NONE;
  private final SideKeeping left;
  private final SideKeeping right;
  private final JoinOutput output;

  JoinMerge(JoinShape shape, OperatorContext context, JoinStores stores, Emitter out) {
    this.shape = shape;
    long batch = context.time().batch();
    this.storedLeft = stores.rows(Side.LEFT, batch);
    this.storedRight = stores.rows(Side.RIGHT, batch);
    this.output = new JoinOutput(shape, storedLeft, storedRight, out);
    this.left =
        new SideKeeping(
            shape, Side.LEFT, context.time(), storedLeft, stores.index(Side.LEFT, batch), output);
    this.right =
        new SideKeeping(
            shape,
            Side.RIGHT,
            context.time(),
            storedRight,
            stores.index(Side.RIGHT, batch),
            output);
  }

  /** Rows stored. */
  long kept() {
    return left.kept() + right.kept();
  }

  /** Stored rows dropped because the watermark passed them. */
  long forgotten() {
    return left.forgotten() + right.forgotten();
  }

  /** Hands out rows that can have no partner by what they are alone. */
  void handOut(Side side, NewRows refused) {
    for (int i = 0; i < refused.size(); i++) {
      output.alone(side, refused, i);
    }
  }

  /**
   * Joins the rows of one slice.
   *
   * @param leftParts the workers' rows of it, in the order of the workers
   */
  void run(int firstGroup, int endGroup, List<NewRows> leftParts, List<NewRows> rightParts) {
    table.clear();
    withoutPartner.clear();
    KeyedRows leftRows = KeyedRows.of(leftParts, table, withoutPartner);
    KeyedRows rightRows = KeyedRows.of(rightParts, table, withoutPartner);
    newLeft = leftRows.arrange(table.size());
    newRight = rightRows.arrange(table.size());
    output.begin(newLeft, newRight);
    boolean stored = !storedLeft.isEmpty() || !storedRight.isEmpty();
    int[] order = stored ? SortedKeys.order(table) : SortedKeys.byGroup(table);
    for (int from = 0; from < order.length; ) {
      int to = endOfGroup(order, from);
      pairNew(order, from, to);
      pairStored(order, from, to);
      from = to;
    }
    output.flushPairs();
    int next = 0;
    for (int group = firstGroup; group < endGroup; group++) {
      int to = next;
      while (to < order.length && KeyHash.group(table.hash(order[to])) == group) {
        to++;
      }
      left.settle(group, newLeft, order, next, to);
      right.settle(group, newRight, order, next, to);
      next = to;
    }
  }

  /** Hands out what is left; no slice follows. */
  void finish() {
    output.flush();
  }

  private int endOfGroup(int[] order, int from) {
    int group = KeyHash.group(table.hash(order[from]));
    int to = from + 1;
    while (to < order.length && KeyHash.group(table.hash(order[to])) == group) {
      to++;
    }
    return to;
  }

  private void pairNew(int[] order, int from, int to) {
    for (int i = from; i < to; i++) {
      int key = order[i];
      if (withoutPartner.get(key)) {
        continue;
      }
      for (int l = newLeft.start(key); l < newLeft.end(key); l++) {
        for (int r = newRight.start(key); r < newRight.end(key); r++) {
          if (isNear(newLeft.time(l), newRight.time(r))) {
            output.pair(l, r);
          }
        }
      }
    }
  }

  private boolean isNear(long leftTime, long rightTime) {
    return shape.gap().isEmpty()
        || leftTime != SideShape.NO_TIME
            && rightTime != SideShape.NO_TIME
            && shape.gap().get().allows(leftTime, rightTime);
  }

  private void pairStored(int[] order, int from, int to) {
    int[] looked = new int[to - from];
    if (!storedRight.isEmpty()) {
      storedRight.find(
          table,
          looked,
          choose(order, from, to, newLeft, looked),
          new Reach(newLeft, Side.LEFT),
          (key, time, storedKey, storedValue) -> {
            for (int l = newLeft.start(key); l < newLeft.end(key); l++) {
              if (isNear(newLeft.time(l), time)) {
                output.pairStoredRight(l, storedKey, storedValue);
              }
            }
          });
    }
    if (!storedLeft.isEmpty()) {
      storedLeft.find(
          table,
          looked,
          choose(order, from, to, newRight, looked),
          new Reach(newRight, Side.RIGHT),
          (key, time, storedKey, storedValue) -> {
            for (int r = newRight.start(key); r < newRight.end(key); r++) {
              if (isNear(time, newRight.time(r))) {
                output.pairStoredLeft(storedKey, storedValue, r);
              }
            }
          });
    }
  }

  /** The keys of which there are new rows that may have partners. */
  private int choose(int[] order, int from, int to, KeyedRows rows, int[] chosen) {
    int count = 0;
    for (int i = from; i < to; i++) {
      if (!rows.isEmpty(order[i]) && !withoutPartner.get(order[i])) {
        chosen[count++] = order[i];
      }
    }
    return count;
  }

  /** The times that partners of a key's new rows can have. */
  private final class Reach implements StoredSide.TimeRange {
    private final KeyedRows rows;
    private final boolean bounded;
    private final long before;
    private final long after;

    Reach(KeyedRows rows, Side side) {
      this.rows = rows;
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
    public long from(int key) {
      long least = Long.MAX_VALUE;
      for (int i = rows.start(key); bounded && i < rows.end(key); i++) {
        least = Math.min(least, rows.time(i));
      }
      return !bounded || before == Long.MIN_VALUE ? Long.MIN_VALUE : saturated(least, before);
    }

    @Override
    public long to(int key) {
      long most = Long.MIN_VALUE;
      for (int i = rows.start(key); bounded && i < rows.end(key); i++) {
        most = rows.time(i) == SideShape.NO_TIME ? most : Math.max(most, rows.time(i));
      }
      return !bounded || after == Long.MAX_VALUE ? Long.MAX_VALUE : saturated(most, after);
    }

    private static long saturated(long time, long distance) {
      long sum = time + distance;
      boolean overflown = ((time ^ sum) & (distance ^ sum)) < 0;
      return overflown ? time < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : sum;
    }
  }
}
