package tidemark.operators.join;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.Share;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Filter;
import tidemark.operators.late.TimelyRows;
import tidemark.operators.plan.Retention;
import tidemark.operators.plan.Side;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;

/**
 * One worker's input end of one side: keeps the rows that have come in the form they are stored in.
 */
final class JoinShare implements Share {
  /** So many rows go through each step together: their keys and values fit the first cache. */
  private static final int AT_ONCE = 256;

  private final JoinShape shape;
  private final SideShape side;
  private final SideShape.Inputs inputs;
  private final boolean keepsAlone;
  private final StoredForm form;
  private final TimelyRows timely;
  private final NewSlices slices;
  private final NewRows refused = new NewRows();
  private final KeyWriter key = new KeyWriter();
  private final StateWriter value = new StateWriter();
  private final DataType[] keyTypes;
  private final Field[] fields;
  private final Column[] keys;
  private final Column[] columns;
  private final int[] keyEnds = new int[AT_ONCE];
  private final int[] valueEnds = new int[AT_ONCE];
  private final long[] hashes = new long[AT_ONCE];
  private final boolean[] keyless = new boolean[AT_ONCE];
  private long withoutTime;

  /**
   * @param slices takes the rows
   */
  JoinShare(JoinShape shape, Side side, StoredForm form, TimelyRows timely, NewSlices slices) {
    this.shape = shape;
    this.side = shape.side(side);
    this.inputs = this.side.inputs().get();
    this.keepsAlone = shape.kind().keepsAlone(side);
    this.form = form;
    this.timely = timely;
    this.slices = slices;
    this.keyTypes = shape.keyTypes().toArray(DataType[]::new);
    this.fields = this.side.kept().fields().toArray(Field[]::new);
    this.keys = new Column[keyTypes.length];
    this.columns = new Column[fields.length];
  }

  /** The rows of the slice that begins with this key group. */
  NewRows slice(int firstGroup) {
    return slices.slice(firstGroup);
  }

  /** Rows that can have no partner by what they are alone, if such rows come out. */
  NewRows refused() {
    return refused;
  }

  long droppedLate() {
    return timely.dropped();
  }

  long withoutTime() {
    return withoutTime;
  }

  @Override
  public void process(Batch batch) {
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.column(side.keptPositions().get(i));
    }
    Selection accepted = accepted(batch, timely(batch));
    if (accepted.isEmpty()) {
      return;
    }
    for (int i = 0; i < keys.length; i++) {
      keys[i] = inputs.keys().get(i).evaluate(batch, accepted);
    }
    LongColumn time = time(batch);
    for (int from = 0; from < accepted.count(); from += AT_ONCE) {
      add(accepted, from, Math.min(accepted.count(), from + AT_ONCE), time);
    }
  }

  private Selection timely(Batch batch) {
    return side.lateness().isEmpty()
        ? batch.selection()
        : timely.orTimeless(batch, (LongColumn) batch.column(side.lateness().getAsInt()));
  }

  private Selection accepted(Batch batch, Selection timely) {
    Optional<Filter> condition = inputs.condition();
    if (condition.isEmpty()) {
      return timely;
    }
    Selection accepted = condition.get().keep(batch, timely);
    if (keepsAlone) {
      int next = 0;
      for (int i = 0; i < timely.count(); i++) {
        if (next < accepted.count() && accepted.row(next) == timely.row(i)) {
          next++;
        } else {
          encode(timely.row(i));
          refused.add(0, key.buffer(), 0, 0, value.bytes(), 0, value.size(), false);
          value.reset();
        }
      }
    }
    return accepted;
  }

  private @Nullable LongColumn time(Batch batch) {
    if (side.retention() instanceof Retention.UntilKey until) {
      return (LongColumn) keys[until.key()];
    }
    return side.time().isPresent() ? (LongColumn) batch.column(side.time().getAsInt()) : null;
  }

  /**
   * Adds some rows; step by step for all, so that nothing is read at once that was just written.
   */
  private void add(Selection accepted, int from, int to, @Nullable LongColumn time) {
    int count = 0;
    for (int i = from; i < to; i++) {
      int row = accepted.row(i);
      boolean timeless = time != null && time.isNull(row);
      keyless[count] = isKeyless(row);
      if (!keepsAlone && (keyless[count] || timeless && side.time().isPresent())) {
        withoutTime += timeless ? 1 : 0;
        continue;
      }
      writeKey(row, time == null ? 0 : timeless ? SideShape.NO_TIME : time.get(row));
      keyEnds[count] = key.length();
      encode(row);
      valueEnds[count++] = value.size();
    }
    for (int i = 0; i < count; i++) {
      int start = i == 0 ? 0 : keyEnds[i - 1];
      int end = keyEnds[i] - StoredForm.SUFFIX;
      hashes[i] = KeyHash.of(key.buffer(), start + 1, end - start - 1);
      key.buffer()[start] = (byte) KeyHash.group(hashes[i]);
    }
    for (int i = 0, start = 0, valueStart = 0; i < count; i++) {
      slices
          .of(KeyHash.group(hashes[i]))
          .add(
              hashes[i],
              key.buffer(),
              start,
              keyEnds[i] - start,
              value.bytes(),
              valueStart,
              valueEnds[i] - valueStart,
              !keyless[i]);
      start = keyEnds[i];
      valueStart = valueEnds[i];
    }
    key.clear();
    value.reset();
  }

  /** Writes a stored key whose key group and number are not known yet. */
  private void writeKey(int row, long micros) {
    key.writeByte(0);
    for (int k = 0; k < keys.length; k++) {
      KeyCodec.write(keys[k], keyTypes[k], row, key);
    }
    key.writeLong(micros);
    key.writeLong(0);
  }

  private void encode(int row) {
    form.begin(value);
    for (int i = 0; i < fields.length; i++) {
      value.writeField(fields[i], columns[i], row);
    }
  }

  private boolean isKeyless(int row) {
    for (int k = 0; k < keys.length; k++) {
      if (keys[k].isNull(row) && !shape.nullsMatch().get(k)) {
        return true;
      }
    }
    return false;
  }
}
