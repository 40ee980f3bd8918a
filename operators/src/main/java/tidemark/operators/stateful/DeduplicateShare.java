package tidemark.operators.stateful;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.late.TimelyRows;
import tidemark.operators.plan.LogicalOp.Memory;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyWriter;

/**
 * One worker's part of a deduplication: the rows that are the first of their key here, in order,
 * and their keys by key group, so that each key group can be settled on its own.
 */
final class DeduplicateShare implements CountingShare {
  private static final int FIRST_ROOM = 1024;

  private final DeduplicateShape shape;
  private final TimelyRows timely;
  private final boolean keysExpire;
  private final SeenKeys seen;
  private final RowStore rows;
  private final KeyWriter encoded = new KeyWriter();
  private final int[] ends = new int[Batch.MAX_ROWS];
  private final long[] hashes = new long[Batch.MAX_ROWS];
  private boolean[] dropped = new boolean[FIRST_ROOM];
  private long peeked;
  private long duplicates;

  /**
   * @param seen takes the keys; empty
   */
  DeduplicateShare(DeduplicateShape shape, TimelyRows timely, SeenKeys seen) {
    this.shape = shape;
    this.timely = timely;
    this.keysExpire = shape.memory() instanceof Memory.After;
    this.seen = seen;
    this.rows = new RowStore(shape.input());
  }

  @Override
  public void process(Batch batch) {
    Selection kept =
        shape.time().isEmpty() ? batch.selection() : timely.orTimeless(batch, time(batch));
    encode(batch, kept);
    int start = 0;
    for (int i = 0; i < kept.count(); i++) {
      take(batch, kept.row(i), start, ends[i] - start, hashes[i]);
      start = ends[i];
    }
  }

  /** Writes the keys one behind the other, and looks where each will be searched. */
  private void encode(Batch batch, Selection kept) {
    encoded.clear();
    long ahead = 0;
    for (int i = 0; i < kept.count(); i++) {
      int start = encoded.length();
      writeKey(batch, kept.row(i));
      ends[i] = encoded.length();
      hashes[i] = KeyHash.of(encoded.buffer(), start, ends[i] - start);
    }
    for (int i = 0; i < kept.count(); i++) {
      ahead ^= seen.group(KeyHash.group(hashes[i])).table().peek(hashes[i]);
    }
    peeked = ahead;
  }

  private void take(Batch batch, int row, int start, int length, long hash) {
    FirstKeys group = seen.group(KeyHash.group(hash));
    int known = group.table().size();
    int key = group.table().find(encoded.buffer(), start, length, hash);
    if (key < known) {
      duplicates++;
      return;
    }
    int number = rows.rows();
    if (number == dropped.length) {
      dropped = Arrays.copyOf(dropped, number * 2);
    }
    group.setRow(key, number);
    if (keysExpire) {
      group.setExpiry(key, expiry(batch, row));
    }
    rows.add(batch, row);
  }

  private void writeKey(Batch batch, int row) {
    if (shape.startsWithTime()) {
      LongColumn time = time(batch);
      encoded.writeLong(time.isNull(row) ? Long.MAX_VALUE : time.get(row));
    }
    for (int k = 0; k < shape.keys().size(); k++) {
      Column column = batch.column(shape.keys().get(k));
      KeyCodec.write(column, shape.keyTypes().get(k), row, encoded);
    }
  }

  /** A row without event time counts as one of 1970-01-01, as in Spark: it is forgotten at once. */
  private long expiry(Batch batch, int row) {
    LongColumn time = time(batch);
    long length = ((Memory.After) shape.memory()).micros();
    return Math.addExact(time.isNull(row) ? 0 : time.get(row), length);
  }

  private LongColumn time(Batch batch) {
    return (LongColumn) batch.column(shape.time().orElseThrow());
  }

  /** The keys of a key group, without it. */
  FirstKeys keys(int keyGroup) {
    return seen.group(keyGroup);
  }

  /** The row is not the first of its key after all. May be called for different rows at once. */
  void drop(int number) {
    dropped[number] = true;
  }

  /** The rows that were not dropped, in order; no row may be added afterwards. */
  List<Batch> firstRows() {
    List<Batch> batches = new ArrayList<>();
    int first = 0;
    for (Batch batch : rows.batches()) {
      int[] kept = new int[batch.size()];
      int count = 0;
      for (int row = 0; row < batch.size(); row++) {
        if (!dropped[first + row]) {
          kept[count++] = row;
        }
      }
      first += batch.size();
      if (count > 0) {
        batches.add(count == batch.size() ? batch : batch.select(Selection.of(kept, count)));
      }
    }
    return batches;
  }

  @Override
  public long droppedLate() {
    return timely.dropped();
  }

  @Override
  public long withoutTime() {
    return 0;
  }

  /** What the look ahead saw: means nothing, but makes it happen. */
  long peeked() {
    return peeked;
  }

  /** Rows whose key had come before in this share. */
  long duplicates() {
    return duplicates;
  }
}
