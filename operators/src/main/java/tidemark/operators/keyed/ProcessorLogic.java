package tidemark.operators.keyed;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tidemark.operators.Emitter;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.processor.KeyContext;
import tidemark.operators.processor.KeyedRow;
import tidemark.operators.processor.KeyedTask;
import tidemark.operators.processor.ValueSetter;
import tidemark.operators.processor.Variables;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyReader;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/** A processor's Java code, called row by row. */
public final class ProcessorLogic implements KeyedLogic {
  private final String name;
  private final KeyedTask task;
  private final Schema keyColumns;
  private final List<Integer> keyOrder;
  private final Emitter out;
  private final BatchBuilder rows;
  private final OutputRow output;
  private final VariableCursor variables;
  private final RowCursor row = new RowCursor();
  private final RowCursor key = new RowCursor();
  private final Current current = new Current();

  /**
   * @param name the processor's, for messages
   * @param keyColumns of the key
   * @param keyOrder their positions, in the order in which they are stored
   * @param state the variables
   */
  public ProcessorLogic(
      String name,
      Supplier<KeyedTask> task,
      Schema keyColumns,
      List<Integer> keyOrder,
      List<Field> state,
      Schema output,
      Emitter out) {
    this.name = name;
    this.keyColumns = keyColumns;
    this.keyOrder = List.copyOf(keyOrder);
    this.out = out;
    this.rows = new BatchBuilder(output);
    this.output = new OutputRow(output);
    this.variables = new VariableCursor(state);
    this.task = opened(task);
  }

  private KeyedTask opened(Supplier<KeyedTask> supplier) {
    try {
      return supplier.get();
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  @Override
  public void rows(LoadedKeys keys, Batch batch, int[] slotOfRow, long[] timeOfRow) {
    try {
      for (int i = 0; i < batch.size(); i++) {
        row.moveTo(batch, i);
        current.moveTo(keys, slotOfRow[i], timeOfRow[i]);
        task.row(row, current);
      }
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  @Override
  public void timeouts(
      LoadedKeys keys, int[] slots, int count, long[] dueMicros, long[] nowMicros) {
    try {
      for (int i = 0; i < count; i++) {
        current.moveTo(keys, slots[i], nowMicros[i]);
        task.timeout(current);
      }
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  private RuntimeException failure(RuntimeException cause) {
    if (cause instanceof Failure) {
      return cause;
    }
    return new Failure(
        Code.TM623,
        "processor `" + name + "` failed: " + cause,
        "run with --debug for the place in its code; the batch has not happened",
        cause);
  }

  @Override
  public void flush() {
    if (rows.rows() > 0) {
      out.emit(rows.take());
    }
  }

  /** The key that the code is called for. */
  private final class Current implements KeyContext {
    private @Nullable LoadedKeys keys;
    private int slot;
    private long time;

    void moveTo(LoadedKeys to, int toSlot, long toTime) {
      keys = to;
      slot = toSlot;
      time = toTime;
      variables.moveTo(to.states(), toSlot);
    }

    private LoadedKeys keys() {
      if (keys == null) {
        throw new IllegalStateException("there is no key now");
      }
      return keys;
    }

    @Override
    public KeyedRow key() {
      BatchBuilder values = new BatchBuilder(keyColumns);
      KeyReader in = new KeyReader(keys().table().arena(), keys().table().start(slot));
      for (int column : keyOrder) {
        KeyCodec.read(in, keyColumns.field(column).type(), values.column(column));
      }
      values.closeRow();
      key.moveTo(values.take(), 0);
      return key;
    }

    @Override
    public Variables state() {
      return variables;
    }

    @Override
    public long timeMicros() {
      return time;
    }

    @Override
    public void armTimeout(Duration length) {
      if (length.isZero() || length.isNegative()) {
        throw new IllegalArgumentException("a time-out of " + length + " is not positive");
      }
      keys().states().arm(slot, time, Math.floorDiv(length.toNanos(), 1000));
    }

    @Override
    public void disarmTimeout() {
      keys().states().disarm(slot);
    }

    @Override
    public void clear() {
      keys().states().forget(slot);
    }

    @Override
    public ValueSetter output() {
      return output;
    }

    @Override
    public void emit() {
      output.appendTo(rows);
      if (rows.isFull()) {
        flush();
      }
    }
  }
}
