package tidemark.operators.join;

import java.util.List;
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
 * One worker's rows of one side, in slices of few key groups each, so that what is done later with
 * a slice stays in the processor's cache.
 */
final class JoinShare implements Share {
  /** Key groups of a slice. */
  static final int SLICE = 4;

  private static final NewRows NONE = new NewRows();

  private final JoinShape shape;
  private final SideShape side;
  private final SideShape.Inputs inputs;
  private final boolean keepsAlone;
  private final TimelyRows timely;
  private final @Nullable NewRows[] slices = new @Nullable NewRows[KeyHash.GROUPS / SLICE];
  private final NewRows refused = new NewRows();
  private final KeyWriter key = new KeyWriter();
  private final StateWriter columns = new StateWriter();
  private long withoutTime;

  JoinShare(JoinShape shape, Side side, TimelyRows timely) {
    this.shape = shape;
    this.side = shape.side(side);
    this.inputs = this.side.inputs().get();
    this.keepsAlone = shape.kind().keepsAlone(side);
    this.timely = timely;
  }

  /** The rows of the slice that begins with this key group; they are not held here any more. */
  NewRows takeSlice(int firstGroup) {
    NewRows rows = slices[firstGroup / SLICE];
    slices[firstGroup / SLICE] = null;
    return rows == null ? NONE : rows;
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
    Selection accepted = accepted(batch, timely(batch));
    if (accepted.isEmpty()) {
      return;
    }
    Column[] keys = new Column[inputs.keys().size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = inputs.keys().get(i).evaluate(batch, accepted);
    }
    LongColumn time = time(batch, keys);
    for (int i = 0; i < accepted.count(); i++) {
      add(batch, accepted.row(i), keys, time);
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
      key.clear();
      int next = 0;
      for (int i = 0; i < timely.count(); i++) {
        if (next < accepted.count() && accepted.row(next) == timely.row(i)) {
          next++;
        } else {
          encode(batch, timely.row(i));
          refused.add(key, 0, SideShape.NO_TIME, columns);
        }
      }
    }
    return accepted;
  }

  private @Nullable LongColumn time(Batch batch, Column[] keys) {
    if (side.retention() instanceof Retention.UntilKey until) {
      return (LongColumn) keys[until.key()];
    }
    return side.time().isPresent() ? (LongColumn) batch.column(side.time().getAsInt()) : null;
  }

  private void add(Batch batch, int row, Column[] keys, @Nullable LongColumn time) {
    boolean timeless = time != null && time.isNull(row);
    boolean keyless = isKeyless(keys, row);
    if (!keepsAlone && (keyless || timeless && side.time().isPresent())) {
      withoutTime += timeless ? 1 : 0;
      return;
    }
    List<DataType> types = shape.keyTypes();
    key.clear();
    for (int k = 0; k < keys.length; k++) {
      KeyCodec.write(keys[k], types.get(k), row, key);
    }
    long hash = KeyHash.of(key.buffer(), 0, key.length());
    encode(batch, row);
    int slice = KeyHash.group(hash) / SLICE;
    NewRows rows = slices[slice];
    if (rows == null) {
      rows = new NewRows();
      slices[slice] = rows;
    }
    rows.add(key, hash, time == null ? 0 : timeless ? SideShape.NO_TIME : time.get(row), columns);
    if (keyless) {
      rows.setWithoutPartner();
    }
  }

  private void encode(Batch batch, int row) {
    columns.reset();
    List<Field> fields = side.kept().fields();
    for (int i = 0; i < fields.size(); i++) {
      columns.writeField(fields.get(i), batch.column(side.keptPositions().get(i)), row);
    }
  }

  private boolean isKeyless(Column[] keys, int row) {
    for (int k = 0; k < keys.length; k++) {
      if (keys[k].isNull(row) && !shape.nullsMatch().get(k)) {
        return true;
      }
    }
    return false;
  }
}
