package tidemark.operators.join;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.plan.Side;
import tidemark.operators.state.KeyGroupRows;
import tidemark.operators.state.KeyGroupWalk;
import tidemark.operators.stateful.ExpiringKeys;
import tidemark.operators.stateful.ExpiryIndex;
import tidemark.operators.time.BatchTime;

/**
 * Keeps a side's new rows that may still find partners, and forgets those that the watermark has
 * passed; both hand out rows that have found none, if such rows come out.
 */
final class SideKeeping {
  private static final ExpiringKeys NOTHING = new ExpiringKeys();

  private final JoinShape shape;
  private final Side side;
  private final StoredSide stored;
  private final KeyedRows rows;
  private final @Nullable ExpiryIndex index;
  private final JoinOutput output;
  private final boolean keepsAlone;
  private final long batch;
  private final long closedMicros;
  private final boolean closesMore;
  private long kept;
  private long forgotten;

  /**
   * @param rows the new rows of the slice under way
   * @param index null if no row is ever forgotten
   */
  SideKeeping(
      JoinShape shape,
      Side side,
      BatchTime time,
      StoredSide stored,
      KeyedRows rows,
      @Nullable ExpiryIndex index,
      JoinOutput output) {
    this.shape = shape;
    this.side = side;
    this.stored = stored;
    this.rows = rows;
    this.index = index;
    this.output = output;
    this.keepsAlone = shape.kind().keepsAlone(side);
    this.batch = time.batch();
    OptionalLong closed = shape.side(side).closedMicros(time.evictUpToMillis());
    this.closedMicros = closed.orElse(Long.MIN_VALUE);
    this.closesMore = time.isFurther();
  }

  /** Rows stored. */
  long kept() {
    return kept;
  }

  /** Stored rows dropped because the watermark passed them. */
  long forgotten() {
    return forgotten;
  }

  /**
   * Brings one key group to its state after the micro-batch, when it is known which rows have
   * partners.
   *
   * @param order the group's keys stand from {@code from} to before {@code to}
   */
  void settle(int group, int[] order, int from, int to) {
    boolean passes = index != null && closesMore && !stored.isEmpty();
    ExpiringKeys passed = passes ? index.take(group, closedMicros) : NOTHING;
    if (passed.size() == 0 && from == to) {
      return;
    }
    boolean walks = passed.size() > 0 && stored.isWorthAWalk(passed.size());
    if (walks) {
      forgetOnAWalk(group, passed.size());
    }
    try (KeyGroupRows into = stored.group(group, walks ? 0 : passed.size())) {
      for (int i = 0; i < passed.size() && !walks; i++) {
        forget(into, passed.bytes(), passed.start(i), passed.length(i));
      }
      for (int i = from; i < to; i++) {
        int first = rows.start(order[i]);
        int end = rows.end(order[i]);
        for (int position = first; position < end; position++) {
          keep(into, position, position - first);
        }
      }
    }
    if (index != null) {
      index.write(group);
    }
  }

  private void keep(KeyGroupRows into, int position, int ordinal) {
    NewRows part = rows.part(position);
    int place = rows.place(position);
    if (shape.isDoneByPartner(side) && rows.isMatched(position)) {
      return;
    }
    long time = rows.time(position);
    if (index != null && time <= closedMicros) {
      if (keepsAlone && !rows.isMatched(position)) {
        output.alone(side, part, place);
      }
      return;
    }
    byte[] bytes = part.bytes();
    int key = part.keyStart(place);
    int keyLength = part.keyLength(place);
    StoredForm.number(bytes, key + keyLength, batch, ordinal);
    into.insert(bytes, key, keyLength, bytes, key + keyLength, part.valueLength(place));
    kept++;
    if (index != null && time != SideShape.NO_TIME) {
      index.add(bytes, key, keyLength, time);
    }
  }

  private void forget(KeyGroupRows from, byte[] bytes, int start, int length) {
    if (!from.find(bytes, start, length)) {
      throw new IllegalStateException("time index without row");
    }
    if (keepsAlone && !stored.form().isMatched(from.value(), from.valueStart())) {
      int value = from.valueStart();
      output.alone(side, Arrays.copyOfRange(from.value(), value, value + from.valueLength()));
    }
    from.remove();
    forgotten++;
  }

  /** Forgets what the watermark has passed where most rows are forgotten. */
  private void forgetOnAWalk(int group, int expected) {
    List<CopiedRow> alone = new ArrayList<>();
    int count = 0;
    try (KeyGroupWalk walk = stored.walk(group)) {
      while (walk.next()) {
        if (StoredForm.time(walk.keyArray(), walk.keyStart() + walk.keyLength()) <= closedMicros) {
          if (keepsAlone) {
            byte[] value = walk.value();
            if (!stored.form().isMatched(value, 0)) {
              alone.add(new CopiedRow(0, walk.key(), value));
            }
          }
          walk.remove();
          count++;
        }
      }
    }
    if (count != expected) {
      throw new IllegalStateException("time index with other rows than there are");
    }
    forgotten += count;
    Collections.sort(alone);
    for (CopiedRow row : alone) {
      output.alone(side, row.storedValue());
    }
  }
}
