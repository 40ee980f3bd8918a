package tidemark.operators.stateful;

import java.util.BitSet;
import java.util.Optional;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.WorkBlocks;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.plan.LogicalOp.Updates;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyGroups;
import tidemark.operators.state.StateRows;

/**
 * Merges the sessions of one partition's shares with the stored ones, stores, closes and emits: one
 * key group after the other, so that what is worked on at a time is small.
 */
final class SessionMerge {
  private final WorkBlocks.Part keyGroups;
  private final OutputMode mode;
  private final long closedMicros;
  private final boolean closesMore;
  private final Updates updates;
  private final MergedRows output;
  private final SessionTable merged;
  private final StoredSessions stored;
  private final StoredSpans spans = new StoredSpans();
  private final BitSet touched = new BitSet();
  private long updated;
  private long removed;

  /**
   * @param keyGroups those of the partition
   */
  SessionMerge(
      AggregateShape shape,
      OperatorContext context,
      StateRows rows,
      StateRows ends,
      WorkBlocks.Part keyGroups,
      Emitter out) {
    this.keyGroups = keyGroups;
    this.mode = context.mode();
    this.updates = shape.updates();
    boolean closes = shape.watermarked() && mode != OutputMode.COMPLETE;
    this.closedMicros =
        closes ? AggregateShape.micros(context.time().evictUpToMillis()) : Long.MIN_VALUE;
    this.closesMore = closedMicros > AggregateShape.micros(context.time().lateUpToMillis());
    this.output = new MergedRows(shape, out);
    this.merged = new SessionTable(shape.functions());
    this.stored = new StoredSessions(rows, ends);
  }

  void run(SessionShare[] shares) {
    if (keyGroups.isEmpty()) {
      return;
    }
    KeyGroups[] groups = new KeyGroups[shares.length];
    for (int i = 0; i < shares.length; i++) {
      groups[i] = KeyGroups.of(shares[i].table().keys(), keyGroups.first(), keyGroups.end());
    }
    for (int keyGroup = keyGroups.next();
        keyGroup != WorkBlocks.NONE;
        keyGroup = keyGroups.next()) {
      merged.reset();
      touched.clear();
      for (int i = 0; i < shares.length; i++) {
        takeKeys(shares[i].table().keys(), groups[i], keyGroup);
      }
      merged.noteNewKeys();
      finish(keyGroup, shares, groups);
    }
    output.flush();
  }

  long updated() {
    return updated;
  }

  long removed() {
    return removed;
  }

  private void takeKeys(GroupTable keys, KeyGroups groups, int keyGroup) {
    for (int i = groups.start(keyGroup); i < groups.end(keyGroup); i++) {
      find(keys, groups.group(i));
    }
  }

  private int find(GroupTable keys, int key) {
    return merged.keys().find(keys.arena(), keys.start(key), keys.length(key), keys.hash(key));
  }

  private void finish(int keyGroup, SessionShare[] shares, KeyGroups[] groups) {
    int keys = merged.keys().size();
    if (keys == 0 && !closesMore && mode != OutputMode.COMPLETE) {
      return;
    }
    stored.open(keyGroup, keys);
    try (stored) {
      stored.load(merged, spans);
      for (int i = 0; i < shares.length; i++) {
        absorb(shares[i].table(), groups[i], keyGroup);
      }
      keepTouched();
      for (int key = 0; key < keys; key++) {
        replace(key);
      }
      release();
    }
  }

  private void absorb(SessionTable share, KeyGroups groups, int keyGroup) {
    for (int i = groups.start(keyGroup); i < groups.end(keyGroup); i++) {
      int from = groups.group(i);
      int to = find(share.keys(), from);
      for (int s = share.newest(from); s != SessionTable.NONE; s = share.older(s)) {
        int target = merged.place(to, share.start(s), share.end(s));
        merged.ensure();
        merged.states().merge(target, share.states(), s);
        touched.set(target);
      }
    }
  }

  /** Sessions that were touched and merged into others count under the numbers of those. */
  private void keepTouched() {
    for (int s = touched.nextSetBit(0); s >= 0; s = touched.nextSetBit(s + 1)) {
      touched.set(merged.current(s));
    }
  }

  /**
   * The key's sessions as they are now take the place of the stored ones, the latest first. A
   * stored session whose start no session has any more is a part of one that starts before it.
   */
  private void replace(int key) {
    stored.select(merged.keys(), key);
    int span = spans.end(key) - 1;
    int first = spans.first(key);
    for (int s = merged.newest(key); s != SessionTable.NONE; s = merged.older(s)) {
      long start = merged.start(s);
      for (; span >= first && spans.spanStart(span) > start; span--) {
        takeBack(span);
      }
      boolean isStored = span >= first && spans.spanStart(span) == start;
      replace(s, isStored ? span-- : SessionTable.NONE);
    }
  }

  /**
   * @param span the stored span that the session takes the place of; {@link SessionTable#NONE} if
   *     there is none
   */
  private void replace(int s, int span) {
    boolean closed = merged.end(s) <= closedMicros;
    if (!closed && !touched.get(s)) {
      return;
    }
    if (mode == OutputMode.UPDATE) {
      emitUpdate(s, span, closed);
    } else if (closed) {
      emit(s);
    }
    if (closed) {
      removed++;
      if (span != SessionTable.NONE) {
        stored.remove(spans.spanStart(span), spans.spanEnd(span));
      }
      return;
    }
    updated++;
    if (span == SessionTable.NONE) {
      stored.insert(merged.start(s), merged.end(s), merged.states(), s);
    } else {
      stored.replace(merged.start(s), spans.spanEnd(span), merged.end(s), merged.states(), s);
    }
  }

  /** A session that a row came to, or that is handed out once more because it is closed. */
  private void emitUpdate(int s, int span, boolean closed) {
    boolean last = closed && updates.closingRow();
    if (!touched.get(s) && !last) {
      return;
    }
    if (updates.changesOnly() && span != SessionTable.NONE && !last) {
      output.beginPair();
      stored.emit(spans.spanStart(span), output);
    }
    output.mark(span == SessionTable.NONE ? Op.INSERT : Op.UPDATE, last);
    emit(s);
  }

  private void emit(int s) {
    output.add(merged.start(s), merged.end(s), stored.key(), 1, merged.states(), s);
  }

  /** A stored session that starts earlier now, or is a part of another one. */
  private void takeBack(int span) {
    if (mode == OutputMode.UPDATE) {
      output.mark(Op.DELETE, false);
      stored.emit(spans.spanStart(span), output);
    }
    stored.remove(spans.spanStart(span), spans.spanEnd(span));
  }

  /** What is due of the open key group apart from the sessions touched. */
  private void release() {
    if (mode == OutputMode.COMPLETE) {
      stored.emitAll(output);
    } else if (closesMore) {
      boolean comesOut = mode == OutputMode.APPEND || updates.closingRow();
      output.mark(mode == OutputMode.UPDATE ? Op.UPDATE : Op.INSERT, true);
      removed += stored.takeEnded(closedMicros, comesOut ? Optional.of(output) : Optional.empty());
    }
  }
}
