package tidemark.operators.keyed;

import java.util.Arrays;
import java.util.List;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.batch.Column;
import tidemark.operators.types.Field;

/**
 * The variables and the time-out of keys, one slot a key. A key without either is not kept. Used by
 * one thread.
 *
 * <p>A time-out is counted from a time and is due a while later. One that is counted from a later
 * time takes the place of an earlier one, not the other way round, so rows of one key that come out
 * of order in several micro-batches leave the time-out that they leave in order.
 */
final class KeyStates {
  /** The due time of a key without time-out. */
  static final long NEVER = Long.MAX_VALUE;

  private final SlotColumn[] columns;
  private final List<Column> initials;
  private long[] countedFrom = new long[16];
  private long[] due = new long[16];
  private boolean[] kept = new boolean[16];
  private boolean[] changed = new boolean[16];
  private int slots;
  private final StateReader reader = new StateReader();

  /**
   * @param fields the variables
   * @param initials a column of one row for each, which holds the value it starts with
   */
  KeyStates(List<Field> fields, List<Column> initials) {
    this.columns = fields.stream().map(f -> SlotColumn.of(f.type())).toArray(SlotColumn[]::new);
    this.initials = List.copyOf(initials);
  }

  /** Makes room for this many slots; new ones are not kept and hold the initial values. */
  void ensure(int count) {
    if (count > due.length) {
      int room = Math.max(count, due.length * 2);
      countedFrom = Arrays.copyOf(countedFrom, room);
      due = Arrays.copyOf(due, room);
      kept = Arrays.copyOf(kept, room);
      changed = Arrays.copyOf(changed, room);
    }
    for (SlotColumn column : columns) {
      column.ensure(count);
    }
    for (int slot = slots; slot < count; slot++) {
      forget(slot);
      changed[slot] = false;
    }
    slots = Math.max(slots, count);
  }

  /** Starts anew without slots. */
  void reset() {
    slots = 0;
  }

  /** How many slots there are. */
  int slots() {
    return slots;
  }

  SlotColumn column(int variable) {
    return columns[variable];
  }

  /** A variable takes the value, or null, of a row. */
  void set(int variable, int slot, Column values, int row) {
    columns[variable].set(slot, values, row);
    touch(slot);
  }

  /** A variable of the slot was set. */
  void touch(int slot) {
    kept[slot] = true;
    changed[slot] = true;
  }

  /** Initial values, and no time-out. */
  void forget(int slot) {
    for (int i = 0; i < columns.length; i++) {
      columns[i].set(slot, initials.get(i), 0);
    }
    disarm(slot);
    kept[slot] = false;
    changed[slot] = true;
  }

  /** The time-out is due {@code lengthMicros} after {@code from}. */
  void arm(int slot, long from, long lengthMicros) {
    if (from >= countedFrom[slot]) {
      countedFrom[slot] = from;
      due[slot] = from > NEVER - 1 - lengthMicros ? NEVER - 1 : from + lengthMicros;
      kept[slot] = true;
      changed[slot] = true;
    }
  }

  /** Takes the time-out away. */
  void disarm(int slot) {
    countedFrom[slot] = Long.MIN_VALUE;
    due[slot] = NEVER;
    changed[slot] = true;
  }

  /** When the time-out is due, in microseconds; {@link #NEVER} without one. */
  long due(int slot) {
    return due[slot];
  }

  /** Whether there is anything to store. */
  boolean isKept(int slot) {
    return kept[slot] && (columns.length > 0 || due[slot] != NEVER);
  }

  /** Whether it differs from what was read. */
  boolean isChanged(int slot) {
    return changed[slot];
  }

  /**
   * Appends {@code layout number | counted from | due | variables}, each but the first nullable.
   */
  void write(int slot, int layout, StateWriter out) {
    out.writeCount(layout);
    boolean armed = due[slot] != NEVER;
    writeTime(armed, countedFrom[slot], out);
    writeTime(armed, due[slot], out);
    for (SlotColumn column : columns) {
      column.write(slot, out);
    }
  }

  private static void writeTime(boolean present, long micros, StateWriter out) {
    out.writePresence(present);
    if (present) {
      out.writeLong(micros);
    }
  }

  /** The slot takes what is stored. */
  void read(int slot, byte[] value, int offset, int length) {
    reader.open(value, offset, length);
    reader.readCount();
    countedFrom[slot] = reader.readPresence() ? reader.readLong() : Long.MIN_VALUE;
    due[slot] = reader.readPresence() ? reader.readLong() : NEVER;
    for (SlotColumn column : columns) {
      column.read(slot, reader);
    }
    kept[slot] = true;
    changed[slot] = false;
  }
}
