package tidemark.operators.stateful;

import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Filter;
import tidemark.operators.late.TimelyRows;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.state.KeyBatch;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.stateful.AggregateInputs.CallInputs;
import tidemark.operators.time.WindowSpec;

/**
 * One worker's part of an aggregation by fixed windows and keys: rows are added to groups in
 * memory; nothing touches the state store. A group's key is the time at which it is closed (where
 * it can be), then the keys.
 */
final class AggregateShare implements CountingShare {
  private static final Column[] NO_COLUMNS = {};

  private final AggregateShape shape;
  private final AggregateInputs inputs;
  private final TimelyRows timely;
  private final GroupStates states;
  private final int[] groupOfRow = new int[Batch.MAX_ROWS];
  private final KeyBatch lookups;
  private final KeyMemo memo;
  private final int[] rowsInWindow = new int[Batch.MAX_ROWS];
  private final int[] groups = new int[Batch.MAX_ROWS];
  private final boolean[] lateRow = new boolean[Batch.MAX_ROWS];
  private int marked;
  private long withoutTime;

  /**
   * @param timely judges the time at which a row's group is closed
   * @param states takes the groups; empty
   */
  AggregateShare(AggregateShape shape, TimelyRows timely, GroupStates states) {
    this.shape = shape;
    this.inputs = shape.inputs().get();
    this.timely = timely;
    this.states = states;
    this.lookups = new KeyBatch(states.table(), groupOfRow);
    this.memo = new KeyMemo(groupOfRow);
  }

  GroupStates states() {
    return states;
  }

  @Override
  public long droppedLate() {
    return timely.dropped();
  }

  @Override
  public long withoutTime() {
    return withoutTime;
  }

  @Override
  public void process(Batch batch) {
    if (batch.count() == 0) {
      return;
    }
    if (shape.window().isPresent()) {
      processWindows(batch, (WindowSpec.Fixed) shape.window().get());
    } else {
      processKeys(batch);
    }
  }

  private void processKeys(Batch batch) {
    Column[] keys = evaluate(inputs.keys(), batch, batch.selection());
    Selection kept = batch.selection();
    if (shape.expiry() instanceof Expiry.ByKey byKey) {
      kept = timely.orTimeless(batch, (LongColumn) keys[byKey.key()]);
    }
    boolean expires = shape.expiry() instanceof Expiry.ByKey;
    LongColumn closing = expires ? (LongColumn) keys[((Expiry.ByKey) shape.expiry()).key()] : null;
    memo.open(keys);
    for (int i = 0; i < kept.count(); i++) {
      int row = kept.row(i);
      long end = closing == null ? 0 : closing.isNull(row) ? Long.MAX_VALUE : closing.get(row);
      if (memo.knows(end, row)) {
        continue;
      }
      if (closing != null) {
        lookups.writer().writeLong(end);
      }
      addKey(keys, row);
    }
    findAll();
    add(batch, kept);
  }

  private void processWindows(Batch batch, WindowSpec.Fixed window) {
    Selection all = batch.selection();
    LongColumn time = (LongColumn) inputs.time().orElseThrow().evaluate(batch, all);
    Selection timed = withTime(all, time);
    Column[] keys = evaluate(inputs.keys(), batch, timed);
    marked = 0;
    for (int pass = 0; pass < window.overlap(); pass++) {
      Selection inWindow = assign(timed, time, keys, window, pass);
      if (inWindow.count() > 0) {
        add(batch, inWindow);
      }
    }
    if (marked > 0) {
      leaveMarked(batch, timed);
    }
  }

  private Selection withTime(Selection rows, LongColumn time) {
    if (!time.hasNulls()) {
      return rows;
    }
    int count = 0;
    int[] kept = new int[rows.count()];
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.row(i);
      if (!time.isNull(row)) {
        kept[count++] = row;
      }
    }
    withoutTime += rows.count() - count;
    return Selection.of(kept, count);
  }

  /**
   * Finds the groups of the rows' latest window but {@code pass}; answers the rows that are in it.
   */
  private Selection assign(
      Selection rows, LongColumn time, Column[] keys, WindowSpec.Fixed window, int pass) {
    memo.open(keys);
    int count = 0;
    long back = pass * window.slideMicros();
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.row(i);
      long micros = time.get(row);
      long end = window.lastStart(micros) - back + window.sizeMicros();
      if (end <= micros) {
        continue;
      }
      if (timely.isLate(end)) {
        markLate(row);
        continue;
      }
      rowsInWindow[count++] = row;
      if (!memo.knows(end, row)) {
        lookups.writer().writeLong(end);
        addKey(keys, row);
      }
    }
    findAll();
    return Selection.of(rowsInWindow, count);
  }

  private void markLate(int row) {
    if (!lateRow[row]) {
      lateRow[row] = true;
      marked++;
    }
  }

  /** Leaves the rows out for which a window is closed, though others may have taken them. */
  private void leaveMarked(Batch batch, Selection rows) {
    int[] left = new int[marked];
    int count = 0;
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.row(i);
      if (lateRow[row]) {
        lateRow[row] = false;
        left[count++] = row;
      }
    }
    timely.leave(batch, left, count);
  }

  private void addKey(Column[] keys, int row) {
    for (int k = 0; k < keys.length; k++) {
      KeyCodec.write(keys[k], shape.keyTypes().get(k), row, lookups.writer());
    }
    lookups.end(row);
  }

  private void findAll() {
    lookups.findAll();
    memo.learn();
  }

  private void add(Batch batch, Selection rows) {
    states.ensure();
    for (int call = 0; call < states.calls(); call++) {
      CallInputs callInputs = inputs.calls().get(call);
      Optional<Filter> filter = callInputs.filter();
      Selection counted = filter.isPresent() ? filter.get().keep(batch, rows) : rows;
      if (counted.count() == 0) {
        continue;
      }
      Column[] arguments = evaluate(callInputs.arguments(), batch, counted);
      for (int i = 0; i < counted.count(); i++) {
        groups[i] = groupOfRow[counted.row(i)];
      }
      states.accumulators(call).add(groups, arguments, counted);
    }
  }

  /** The values of each evaluator for the rows. */
  static Column[] evaluate(List<Evaluator> evaluators, Batch batch, Selection rows) {
    if (evaluators.isEmpty()) {
      return NO_COLUMNS;
    }
    Column[] columns = new Column[evaluators.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = evaluators.get(i).evaluate(batch, rows);
    }
    return columns;
  }
}
