package tidemark.operators.keyed;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.operators.OperatorContext;
import tidemark.operators.Share;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.late.TimelyRows;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.time.BatchTime;
import tidemark.operators.types.DataType;

/** One partition's input end of a keyed step: sorts rows out by partition and key. */
final class KeyedShare implements Share {
  private final List<DataType> keyTypes;
  private final KeyedInputs inputs;
  private final TimelyRows timely;
  private final long nowMicros;
  private final PartRows[] parts;
  private final int[] partOfGroup = new int[KeyHash.GROUPS];
  private final KeyWriter key = new KeyWriter();

  KeyedShare(KeyedShape shape, OperatorContext context, int partition) {
    BatchTime time = context.time();
    int partitions = context.partitions().count();
    this.keyTypes = shape.keyTypes();
    this.inputs = shape.inputs().get();
    this.timely =
        new TimelyRows(
            KeyedOperator.micros(time.lateUpToMillis()), context.lateRows().apply(partition));
    this.nowMicros = KeyedOperator.micros(time.batchTimeMillis());
    this.parts = new PartRows[partitions];
    int[] kept = shape.keptColumns().stream().mapToInt(Integer::intValue).toArray();
    for (int part = 0; part < partitions; part++) {
      parts[part] = new PartRows(shape.kept(), kept);
      int end = KeyHash.firstGroup(part + 1, partitions);
      for (int group = KeyHash.firstGroup(part, partitions); group < end; group++) {
        partOfGroup[group] = part;
      }
    }
  }

  PartRows part(int partition) {
    return parts[partition];
  }

  long droppedLate() {
    return timely.dropped();
  }

  long withoutTime() {
    return timely.withoutTime();
  }

  @Override
  public void process(Batch batch) {
    if (inputs.time().isEmpty()) {
      add(batch, batch.selection(), null);
      return;
    }
    LongColumn time = (LongColumn) inputs.time().get().evaluate(batch, batch.selection());
    add(batch, timely.timed(batch, time, 0), time);
  }

  private void add(Batch batch, Selection rows, @Nullable LongColumn time) {
    if (rows.isEmpty()) {
      return;
    }
    Column[] keys = new Column[keyTypes.size()];
    for (int k = 0; k < keys.length; k++) {
      Evaluator evaluator = inputs.keys().get(k);
      keys[k] = evaluator.evaluate(batch, rows);
    }
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.row(i);
      key.clear();
      for (int k = 0; k < keys.length; k++) {
        KeyCodec.write(keys[k], keyTypes.get(k), row, key);
      }
      long hash = KeyHash.of(key.buffer(), 0, key.length());
      PartRows part = parts[partOfGroup[KeyHash.group(hash)]];
      int number = part.key(key.buffer(), key.length(), hash);
      part.add(batch, row, number, time == null ? nowMicros : time.get(row));
    }
  }
}
