package tidemark.operators.join;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.plan.Side;
import tidemark.operators.time.BatchTime;

/**
 * Keeps a side's new rows that may still find partners, and forgets those that the watermark has
 * passed; both hand out rows that have found none, if such rows come out.
 */
final class SideKeeping {
  private final JoinShape shape;
  private final Side side;
  private final StoredSide stored;
  private final @Nullable ExpiryBundles bundles;
  private final JoinOutput output;
  private final boolean keepsAlone;
  private final long closedMicros;
  private final boolean closesMore;
  private long kept;
  private long forgotten;

  /**
   * @param bundles null if no row is ever forgotten
   */
  SideKeeping(
      JoinShape shape,
      Side side,
      BatchTime time,
      StoredSide stored,
      @Nullable ExpiryBundles bundles,
      JoinOutput output) {
    this.shape = shape;
    this.side = side;
    this.stored = stored;
    this.bundles = bundles;
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

  /** Entries of the time index that were looked at. */
  long looked() {
    return bundles == null ? 0 : bundles.looked();
  }

  /**
   * Brings one key group to its state after the micro-batch, when it is known which rows have
   * partners.
   *
   * @param order the group's keys stand from {@code from} to before {@code to}
   */
  void settle(int group, KeyedRows rows, int[] order, int from, int to) {
    if (bundles != null && closesMore && !stored.isEmpty()) {
      bundles.pass(group, closedMicros, this::forget);
    }
    for (int i = from; i < to; i++) {
      int key = order[i];
      int first = rows.start(key);
      for (int position = first; position < rows.end(key); position++) {
        settle(rows, position, position - first);
      }
    }
    if (bundles != null) {
      bundles.write(group);
    }
  }

  private void settle(KeyedRows rows, int position, int ordinal) {
    boolean matched = rows.isMatched(position);
    if (matched && shape.isDoneByPartner(side)) {
      return;
    }
    NewRows part = rows.part(position);
    int number = rows.number(position);
    long time = part.time(number);
    if (bundles != null && time <= closedMicros) {
      if (keepsAlone && !matched) {
        output.alone(side, part, number);
      }
      return;
    }
    byte[] storedKey = stored.insert(part, number, ordinal, matched);
    kept++;
    if (bundles != null && time != SideShape.NO_TIME) {
      bundles.add(storedKey, time);
    }
  }

  private void forget(byte[] storedKey) {
    if (shape.marksPartners(side)) {
      byte[] value = stored.rows().get(storedKey);
      if (value == null) {
        throw new IllegalStateException("time index without row");
      }
      if (keepsAlone && !stored.isMatched(value)) {
        output.alone(side, value);
      }
    }
    stored.delete(storedKey);
    forgotten++;
  }
}
