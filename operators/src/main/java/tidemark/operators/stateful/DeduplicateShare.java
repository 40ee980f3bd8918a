package tidemark.operators.stateful;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tidemark.operators.Emitter;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.PackedRows;
import tidemark.operators.batch.Selection;
import tidemark.operators.late.TimelyRows;
import tidemark.operators.plan.LogicalOp.Memory;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.state.StateRows;

/**
 * One worker's part of a deduplication: the rows that are the first of their key here, then those
 * that were not looked up, in order, and their keys by key group, so that each key group can be
 * settled on its own.
 */
final class DeduplicateShare implements CountingShare {
  private static final int FIRST_ROOM = 1024;

  /** So many keys are looked up together. */
  private static final int TOGETHER = 128;

  private final DeduplicateShape shape;
  private final TimelyRows timely;
  private final boolean keysExpire;
  private final SeenKeys seen;
  private final Optional<StateRows> stored;
  private final PackedRows rows;
  private final KeyWriter encoded = new KeyWriter();
  private final int[] ends = new int[Batch.MAX_ROWS];
  private final long[] hashes = new long[Batch.MAX_ROWS];
  private final boolean[] isStored = new boolean[Batch.MAX_ROWS];
  private final int[] asked = new int[Batch.MAX_ROWS];
  private final int[] places = new int[TOGETHER];
  private final int[] firsts = new int[Batch.MAX_ROWS];
  private final long[] expiries = new long[Batch.MAX_ROWS];
  private final WaitingGain gain;
  private boolean isWaiting;
  private boolean[] dropped = new boolean[FIRST_ROOM];
  private int emitted;
  private long peeked;
  private long duplicates;

  /**
   * @param seen takes the keys; empty
   * @param stored the keys of earlier micro-batches, if there are any
   * @param gain tells from which row on keys are not looked up
   */
  DeduplicateShare(
      DeduplicateShape shape,
      TimelyRows timely,
      SeenKeys seen,
      Optional<StateRows> stored,
      WaitingGain gain) {
    this.shape = shape;
    this.timely = timely;
    this.keysExpire = shape.memory() instanceof Memory.After;
    this.seen = seen;
    this.stored = stored;
    this.gain = gain;
    this.rows = new PackedRows(shape.input(), seen.pages());
  }

  @Override
  public void process(Batch batch) {
    Selection kept =
        shape.time().isEmpty() ? batch.selection() : timely.orTimeless(batch, time(batch));
    if (kept.isEmpty()) {
      return;
    }
    encode(batch, kept);
    if (isWaiting) {
      leave(batch, kept);
    } else {
      look(batch, kept);
      isWaiting = gain.isWorthWaiting();
    }
  }

  /** Keeps all rows and leaves it to the settlement to look their keys up. */
  private void leave(Batch batch, Selection kept) {
    int count = kept.count();
    for (int i = 0; i < count; i++) {
      firsts[i] = kept.row(i);
    }
    if (keysExpire) {
      for (int i = 0; i < count; i++) {
        expiries[i] = expiry(batch, firsts[i]);
      }
    }
    seen.waiting().add(encoded.buffer(), ends, expiries, count, rows.rows());
    dropped = roomFor(rows.rows() + count, dropped);
    rows.add(batch, firsts, count);
  }

  private static boolean[] roomFor(int rows, boolean[] flags) {
    return rows <= flags.length ? flags : Arrays.copyOf(flags, rows * 2);
  }

  /** Keeps the rows that are the first of their key here. */
  private void look(Batch batch, Selection kept) {
    int count = kept.count();
    if (stored.isPresent()) {
      stored.get().findPresent(encoded.buffer(), ends, count, isStored);
    }
    int unknown = 0;
    for (int i = 0; i < count; i++) {
      if (!isStored[i]) {
        asked[unknown++] = i;
      }
    }
    dropped = roomFor(rows.rows() + unknown, dropped);
    int first = 0;
    for (int from = 0; from < unknown; from += TOGETHER) {
      int to = Math.min(unknown, from + TOGETHER);
      lookAhead(from, to);
      for (int i = from; i < to; i++) {
        int number = asked[i];
        if (isFirst(batch, kept.row(number), number, rows.rows() + first)) {
          firsts[first++] = kept.row(number);
        }
      }
    }
    gain.add(count, unknown, first);
    duplicates += count - first;
    rows.add(batch, firsts, first);
  }

  /** Writes the stored keys, their key groups first, one behind the other. */
  private void encode(Batch batch, Selection kept) {
    encoded.clear();
    for (int i = 0; i < kept.count(); i++) {
      int group = encoded.length();
      encoded.writeByte(0);
      writeKey(batch, kept.row(i));
      ends[i] = encoded.length();
      hashes[i] = KeyHash.of(encoded.buffer(), group + 1, ends[i] - group - 1);
      encoded.buffer()[group] = (byte) KeyHash.group(hashes[i]);
    }
  }

  /**
   * Looks where keys will be searched, so that the processor waits for memory once: each loop reads
   * what the next one needs.
   */
  private void lookAhead(int from, int to) {
    for (int i = from; i < to; i++) {
      places[i - from] = table(asked[i]).peek(hashes[asked[i]]);
    }
    for (int i = from; i < to; i++) {
      places[i - from] = table(asked[i]).peekStart(places[i - from]);
    }
    long ahead = 0;
    for (int i = from; i < to; i++) {
      ahead += table(asked[i]).peekKey(places[i - from]);
    }
    peeked = ahead;
  }

  private GroupTable table(int number) {
    return seen.group(KeyHash.group(hashes[number])).table();
  }

  /**
   * Whether a row is the first of its key here; then its key is kept.
   *
   * @param number which key of those encoded is its
   * @param kept its number among the rows that are kept
   */
  private boolean isFirst(Batch batch, int row, int number, int kept) {
    long hash = hashes[number];
    int start = (number == 0 ? 0 : ends[number - 1]) + 1;
    FirstKeys group = seen.group(KeyHash.group(hash));
    int known = group.table().size();
    int key = group.table().find(encoded.buffer(), start, ends[number] - start, hash);
    if (key < known) {
      return false;
    }
    group.setRow(key, kept);
    if (keysExpire) {
      group.setExpiry(key, expiry(batch, row));
    }
    return true;
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

  /** The keys of some key groups that were not looked up, behind the others. */
  List<WaitingChunk> waiting(WaitingChunk.Groups groups) {
    return seen.waiting().chunks(groups);
  }

  /** The row is not the first of its key after all. May be called for different rows at once. */
  void drop(int number) {
    dropped[number] = true;
  }

  /** Hands out the rows that were not dropped, in order; no row may be added afterwards. */
  void emitFirst(Emitter out) {
    rows.forEach(
        batch -> {
          int[] kept = new int[batch.size()];
          int count = 0;
          for (int row = 0; row < batch.size(); row++) {
            if (!dropped[emitted + row]) {
              kept[count++] = row;
            }
          }
          emitted += batch.size();
          if (count > 0) {
            out.emit(count == batch.size() ? batch : batch.select(Selection.of(kept, count)));
          }
        });
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

  /** Rows whose key had come before in this share, or was found to be stored. */
  long duplicates() {
    return duplicates;
  }
}
