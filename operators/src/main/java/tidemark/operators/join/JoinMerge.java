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
  private final GroupTable table = new GroupTable();
  private final BitSet withoutPartner = new BitSet();
  private final StoredSide storedLeft;
  private final StoredSide storedRight;
  private final KeyedRows newLeft;
  private final KeyedRows newRight;
  private final Reach reachOfLeft;
  private final Reach reachOfRight;
  private final SideKeeping left;
  private final SideKeeping right;
  private final JoinOutput output;

  /** Whether it must be known who has partners before a key group is settled. */
  private final boolean marks;

  private final boolean bounded;
  private final TimeGap gap;

  JoinMerge(JoinShape shape, OperatorContext context, JoinStores stores, Emitter out) {
    this.marks = shape.marksPartners(Side.LEFT) || shape.marksPartners(Side.RIGHT);
    this.bounded = shape.gap().isPresent();
    this.gap = shape.gap().orElse(TimeGap.ANY);
    this.storedLeft = stores.rows(Side.LEFT);
    this.storedRight = stores.rows(Side.RIGHT);
    this.newLeft = new KeyedRows(storedLeft.form());
    this.newRight = new KeyedRows(storedRight.form());
    this.reachOfLeft = new Reach(shape, Side.LEFT, newLeft, withoutPartner);
    this.reachOfRight = new Reach(shape, Side.RIGHT, newRight, withoutPartner);
    this.output = new JoinOutput(shape, storedLeft, storedRight, newLeft, newRight, out);
    long batch = context.time().batch();
    this.left =
        new SideKeeping(
            shape,
            Side.LEFT,
            context.time(),
            storedLeft,
            newLeft,
            stores.index(Side.LEFT, batch),
            output);
    this.right =
        new SideKeeping(
            shape,
            Side.RIGHT,
            context.time(),
            storedRight,
            newRight,
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
    for (int place = 0; place < refused.end(); place = refused.after(place)) {
      output.alone(side, refused, place);
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
    newLeft.take(leftParts, table, withoutPartner);
    newRight.take(rightParts, table, withoutPartner);
    newLeft.arrange(table.size());
    newRight.arrange(table.size());
    int[] order = SortedKeys.byGroup(table);
    int[] starts = starts(order, firstGroup, endGroup);
    for (int group = firstGroup; group < endGroup; group++) {
      int from = starts[group - firstGroup];
      int to = starts[group - firstGroup + 1];
      pairNew(order, from, to);
      pairStored(group, order, from, to);
      if (!marks) {
        settle(group, order, from, to);
      }
    }
    output.flushPairs();
    for (int group = firstGroup; marks && group < endGroup; group++) {
      settle(group, order, starts[group - firstGroup], starts[group - firstGroup + 1]);
    }
  }

  private void settle(int group, int[] order, int from, int to) {
    left.settle(group, order, from, to);
    right.settle(group, order, from, to);
  }

  /** Hands out what is left; no slice follows. */
  void finish() {
    output.flush();
  }

  /** Where the keys of each key group begin, and where the last group's end. */
  private int[] starts(int[] order, int firstGroup, int endGroup) {
    int[] starts = new int[endGroup - firstGroup + 1];
    int next = 0;
    for (int group = firstGroup; group < endGroup; group++) {
      while (next < order.length && KeyHash.group(table.hash(order[next])) == group) {
        next++;
      }
      starts[group - firstGroup + 1] = next;
    }
    return starts;
  }

  private void pairNew(int[] order, int from, int to) {
    for (int i = from; i < to; i++) {
      int key = order[i];
      if (newLeft.isEmpty(key) || newRight.isEmpty(key) || withoutPartner.get(key)) {
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
    return !bounded
        || leftTime != SideShape.NO_TIME
            && rightTime != SideShape.NO_TIME
            && gap.allows(leftTime, rightTime);
  }

  private void pairStored(int group, int[] order, int from, int to) {
    int[] looked = new int[to - from];
    storedRight.find(
        group,
        table,
        looked,
        choose(order, from, to, reachOfLeft, looked),
        reachOfLeft,
        (key, time, storedKey, storedValue) -> {
          for (int l = newLeft.start(key); l < newLeft.end(key); l++) {
            if (isNear(newLeft.time(l), time)) {
              output.pairStoredRight(l, storedKey, storedValue);
            }
          }
        });
    storedLeft.find(
        group,
        table,
        looked,
        choose(order, from, to, reachOfRight, looked),
        reachOfRight,
        (key, time, storedKey, storedValue) -> {
          for (int r = newRight.start(key); r < newRight.end(key); r++) {
            if (isNear(time, newRight.time(r))) {
              output.pairStoredLeft(storedKey, storedValue, r);
            }
          }
        });
  }

  /** The keys of which there are new rows that may have partners. */
  private static int choose(int[] order, int from, int to, Reach reach, int[] chosen) {
    int count = 0;
    for (int i = from; i < to; i++) {
      if (reach.has(order[i])) {
        chosen[count++] = order[i];
      }
    }
    return count;
  }
}
