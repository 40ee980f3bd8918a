package tidemark.operators.stateful;

import tidemark.operators.Emitter;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyReader;
import tidemark.operators.types.DataType;

/**
 * Turns groups into output rows: window and key columns from the key's bytes, call columns from the
 * accumulators, the columns of updates, then the results. Used by one thread; {@link #flush} at the
 * end.
 */
final class MergedRows {
  private final AggregateShape shape;
  private final DataType[] keyTypes;
  private final ResultColumns results;
  private final Emitter out;
  private final BatchBuilder rows;
  private final GroupStates scratch;
  private final KeyReader reader = new KeyReader(new byte[0], 0);
  private final Changes changes;
  private Op op = Op.INSERT;
  private boolean closing;
  private int scratchRows;

  MergedRows(AggregateShape shape, Emitter out) {
    this.shape = shape;
    this.keyTypes = shape.keyTypes().toArray(DataType[]::new);
    this.results = shape.results().get();
    this.out = out;
    this.rows = new BatchBuilder(shape.merged());
    this.scratch = new GroupStates(shape.functions());
    this.changes = new Changes(shape.updates());
  }

  /** Says what the rows that are added next do, and whether they are the last of their groups. */
  void mark(Op rowsOp, boolean rowsClosing) {
    op = rowsOp;
    closing = rowsClosing;
  }

  /**
   * Begins a pair: the row that is added next is what the one after it must differ from to come
   * out; it does not come out itself.
   */
  void beginPair() {
    if (rows.rows() >= Batch.MAX_ROWS - 1) {
      flush();
    }
    changes.beginPair(rows.rows());
  }

  /**
   * Adds a row of a window.
   *
   * @param keyAt where the keys begin in {@code key}
   */
  void add(long start, long end, byte[] key, int keyAt, GroupStates states, int group) {
    ((LongBuilder) rows.column(0)).append(start);
    ((LongBuilder) rows.column(1)).append(end);
    finishRow(key, keyAt, states, group);
  }

  /** Adds a row without window. */
  void add(byte[] key, int keyAt, GroupStates states, int group) {
    finishRow(key, keyAt, states, group);
  }

  /** Reads a stored accumulator; the group answered is valid until the next row is added. */
  int load(byte[] value, int offset, int length) {
    if (scratchRows == 0) {
      scratch.reset();
    }
    int group = scratchRows++;
    scratch.ensure(scratchRows);
    scratch.mergeStored(group, value, offset, length);
    return group;
  }

  /** Holds the groups that {@link #load} numbers. */
  GroupStates loaded() {
    return scratch;
  }

  /** Emits what is left. */
  void flush() {
    scratchRows = 0;
    if (rows.rows() > 0) {
      Batch changed = changes.keep(results.of(rows.lend()));
      if (changed.count() > 0) {
        out.emit(changed);
      }
      rows.clear();
    }
  }

  private void finishRow(byte[] key, int keyAt, GroupStates states, int group) {
    reader.open(key, keyAt);
    int column = shape.windowColumns();
    for (DataType type : keyTypes) {
      KeyCodec.read(reader, type, rows.column(column++));
    }
    for (int call = 0; call < states.calls(); call++) {
      states.accumulators(call).appendResult(group, rows.column(column++));
    }
    if (shape.updates().closingRow()) {
      ((BooleanBuilder) rows.column(column++)).append(closing);
    }
    if (shape.updates().marksChanges()) {
      ((BytesBuilder) rows.column(column)).append(op.word(), 0, op.word().length);
    }
    rows.closeRow();
    if (rows.isFull() && !changes.awaitsSecond(rows.rows())) {
      flush();
    }
  }
}
