package tidemark.operators.join;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.Share;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Filter;
import tidemark.operators.plan.Retention;
import tidemark.operators.plan.Side;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.types.DataType;

/** One worker's rows of one side, by key. */
final class JoinShare implements Share {
  private final JoinShape shape;
  private final SideShape side;
  private final SideShape.Inputs inputs;
  private final boolean keepsAlone;
  private final long lateMicros;
  private final int[] partitionOfGroup = new int[KeyHash.GROUPS];
  private final SharePart[] parts;
  private final KeyWriter key = new KeyWriter();
  private final NewRows refused;
  private long droppedLate;
  private long withoutTime;

  /**
   * @param partitions how many there are
   * @param lateMicros rows whose event time is at or before this are late
   */
  JoinShare(JoinShape shape, Side side, int partitions, long lateMicros) {
    this.shape = shape;
    this.side = shape.side(side);
    this.inputs = this.side.inputs().get();
    this.keepsAlone = shape.kind().keepsAlone(side);
    this.lateMicros = lateMicros;
    this.parts = new SharePart[partitions];
    for (int p = 0; p < partitions; p++) {
      parts[p] = new SharePart(this.side);
      Arrays.fill(
          partitionOfGroup,
          KeyHash.firstGroup(p, partitions),
          KeyHash.firstGroup(p + 1, partitions),
          p);
    }
    this.refused = new NewRows(this.side.kept(), this.side.keptPositions());
  }

  /** The rows of a partition. */
  SharePart part(int partition) {
    return parts[partition];
  }

  /** Rows that can have no partner by what they are alone, if such rows come out. */
  NewRows refused() {
    return refused;
  }

  long droppedLate() {
    return droppedLate;
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
    Selection all = batch.selection();
    if (side.lateness().isEmpty()) {
      return all;
    }
    LongColumn time = (LongColumn) batch.column(side.lateness().getAsInt());
    int[] kept = new int[all.count()];
    int count = 0;
    for (int i = 0; i < all.count(); i++) {
      int row = all.row(i);
      if (time.isNull(row) || time.get(row) > lateMicros) {
        kept[count++] = row;
      }
    }
    droppedLate += all.count() - count;
    return count == all.count() ? all : Selection.of(kept, count);
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
          refused.add(batch, timely.row(i), 0, SideShape.NO_TIME);
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
    SharePart part = parts[partitionOfGroup[KeyHash.group(hash)]];
    int number = part.table().find(key.buffer(), 0, key.length(), hash);
    if (keyless) {
      part.setWithoutPartner(number);
    }
    part.rows()
        .add(batch, row, number, time == null ? 0 : timeless ? SideShape.NO_TIME : time.get(row));
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
