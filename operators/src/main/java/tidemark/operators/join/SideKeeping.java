package tidemark.operators.join;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.plan.Side;
import tidemark.operators.state.KeyGroupRows;
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
  private final @Nullable ExpiryIndex index;
  private final JoinOutput output;
  private final boolean keepsAlone;
  private final long closedMicros;
  private final boolean closesMore;
  private long kept;
  private long forgotten;

  /**
   * @param index null if no row is ever forgotten
   */
  SideKeeping(
      JoinShape shape,
      Side side,
      BatchTime time,
      StoredSide stored,
      @Nullable ExpiryIndex index,
      JoinOutput output) {
    this.shape = shape;
    this.side = side;
    this.stored = stored;
    this.index = index;
    this.output = output;
    this.keepsAlone = shape.kind().keepsAlone(side);
    OptionalLong closed = shape.side(side).closedMicros(time.evictUpToMillis());
    this.closedMicros = closed.orElse(Long.MIN_VALUE);
    this.closesMore = time.evictUpToMillis() > time.lateUpToMillis();
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
  void settle(int group, KeyedRows rows, int[] order, int from, int to) {
    boolean passes = index != null && closesMore && !stored.isEmpty();
    ExpiringKeys passed = passes ? index.take(group, closedMicros) : NOTHING;
    if (passed.size() == 0 && from == to) {
      return;
    }
    try (KeyGroupRows kept = stored.group(group, passed.size())) {
      for (int i = 0; i < passed.size(); i++) {
        forget(kept, passed.bytes(), passed.start(i), passed.length(i));
      }
      for (int i = from; i < to; i++) {
        int first = rows.start(order[i]);
        for (int position = first; position < rows.end(order[i]); position++) {
          settle(kept, rows, position, position - first);
        }
      }
    }
    if (index != null) {
      index.write(group);
    }
  }

  private void settle(KeyGroupRows into, KeyedRows rows, int position, int ordinal) {
    boolean matched = rows.isMatched(position);
    if (matched && shape.isDoneByPartner(side)) {
      return;
    }
    NewRows part = rows.part(position);
    int number = rows.number(position);
    long time = part.time(number);
    if (index != null && time <= closedMicros) {
      if (keepsAlone && !matched) {
        output.alone(side, part, number);
      }
      return;
    }
    stored.insert(into, part, number, ordinal, matched);
    kept++;
    if (index != null && time != SideShape.NO_TIME) {
      index.add(stored.key().buffer(), stored.key().length(), time);
    }
  }

  private void forget(KeyGroupRows rows, byte[] bytes, int start, int length) {
    if (!rows.find(bytes, start, length)) {
      throw new IllegalStateException("time index without row");
    }
    if (keepsAlone && !stored.isMatched(rows.value(), rows.valueStart())) {
      output.alone(side, rows);
    }
    rows.remove();
    forgotten++;
  }
}
