package tidemark.operators.stateful;

import java.util.List;
import java.util.Optional;
import tidemark.operators.aggregate.AggregateFunction;
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
import tidemark.operators.state.KeyWriter;
import tidemark.operators.stateful.AggregateInputs.CallInputs;
import tidemark.operators.time.WindowSpec;

/**
 * One worker's part of an aggregation by fixed windows and keys: rows are added to groups in
 * memory, or only kept for the end, where they would be nearly as many groups; nothing touches the
 * state store. A group's key is the time at which it is closed (where it can be), then the keys.
 */
final class AggregateShare implements CountingShare {
  private static final Column[] NO_COLUMNS = {};

  private final AggregateShape shape;
  private final AggregateInputs inputs;
  private final TimelyRows timely;
  private final PartialGroups content;
  private final GroupStates states;
  private final UngroupedRows ungrouped;
  private final GroupingGain gain;
  private boolean isGrouping = true;
  private final int[] groupOfRow;
  private final KeyBatch lookups;
  private final KeyMemo memo;
  private final ClosingRows closingRows;
  private final int[] groups = new int[Batch.MAX_ROWS];
  private final int[] groupsCounted = new int[Batch.MAX_ROWS];

  /** Whether the rows of a group must be added in order; each window's are, one after the other. */
  private final boolean seesOrder;

  private long withoutTime;

  /**
   * @param timely judges the time at which a row's group is closed
   * @param content takes the groups and the rows; empty
   * @param gain judges whether rows are grouped here or later
   */
  AggregateShare(
      AggregateShape shape, TimelyRows timely, PartialGroups content, GroupingGain gain) {
    this.shape = shape;
    this.inputs = shape.inputs().get();
    this.timely = timely;
    this.gain = gain;
    this.content = content;
    this.states = content.grouped();
    this.ungrouped = content.ungrouped();
    this.seesOrder = shape.functions().stream().anyMatch(AggregateFunction::isOrderSensitive);
    this.groupOfRow = content.groupOfRow();
    this.lookups = new KeyBatch(states.table(), groupOfRow);
    this.memo = content.memo();
    this.closingRows = new ClosingRows(timely);
  }

  PartialGroups groups() {
    return content;
  }

  /** No more rows come. */
  void close() {
    ungrouped.close();
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
      LongColumn closing = (LongColumn) keys[byKey.key()];
      kept = timely.orTimeless(batch, closing);
      closingRows.takeByKey(kept, closing);
      take(batch, keys, true, kept);
    } else {
      closingRows.takeUnclosed(kept);
      take(batch, keys, false, kept);
    }
  }

  private void processWindows(Batch batch, WindowSpec.Fixed window) {
    Selection all = batch.selection();
    LongColumn time = (LongColumn) inputs.time().orElseThrow().evaluate(batch, all);
    Selection timed = withTime(all, time);
    Column[] keys = evaluate(inputs.keys(), batch, timed);
    int next = 0;
    do {
      Selection rows = seesOrder ? SameWindows.from(next, timed, time, window) : timed;
      for (int pass = 0; pass < window.overlap(); pass++) {
        Selection inWindow = closingRows.takeByWindow(rows, time, window, pass);
        if (inWindow.count() > 0) {
          take(batch, keys, true, inWindow);
        }
      }
      next += rows.count();
    } while (next < timed.count());
    closingRows.leaveMarked(batch, timed);
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
   * Adds the closing rows to their groups, or leaves that to the end.
   *
   * @param isWithEnd whether the time at which a group is closed is the beginning of its key
   * @param rows the same rows
   */
  private void take(Batch batch, Column[] keys, boolean isWithEnd, Selection rows) {
    if (isGrouping) {
      find(keys, isWithEnd);
      add(batch, rows);
      isGrouping = !gain.isGone(rows.count(), states.table().size());
    } else {
      keep(keys, isWithEnd);
      keep(batch, rows);
      if (gain.isBack(ungrouped)) {
        ungrouped.drainInto(states);
        isGrouping = true;
      }
    }
  }

  /** Finds the groups of the closing rows. */
  private void find(Column[] keys, boolean isWithEnd) {
    int count = closingRows.count();
    memo.open(keys, closingRows.rows(), count);
    for (int next = 0; next < count; ) {
      next = memo.find(closingRows.rows(), closingRows.ends(), next, count);
      for (int i = 0; i < memo.unknown(); i++) {
        int row = memo.unknownRow(i);
        write(keys, row, memo.unknownEnd(i), isWithEnd, lookups.writer());
        lookups.end(row);
      }
      lookups.findAll();
      memo.learn();
    }
  }

  /** Keeps the keys of the closing rows. */
  private void keep(Column[] keys, boolean isWithEnd) {
    int[] rows = closingRows.rows();
    long[] ends = closingRows.ends();
    ungrouped.begin();
    WrittenKeys written = ungrouped.keys();
    for (int i = 0; i < closingRows.count(); i++) {
      write(keys, rows[i], ends[i], isWithEnd, written.writer());
      written.end();
    }
  }

  private void write(Column[] keys, int row, long end, boolean isWithEnd, KeyWriter out) {
    if (isWithEnd) {
      out.writeLong(end);
    }
    for (int k = 0; k < keys.length; k++) {
      KeyCodec.write(keys[k], shape.keyTypes().get(k), row, out);
    }
  }

  private void add(Batch batch, Selection rows) {
    states.ensure();
    int[] all = groups(rows, groups);
    for (int call = 0; call < states.calls(); call++) {
      CallInputs callInputs = inputs.calls().get(call);
      Selection counted = counted(callInputs, batch, rows);
      if (!counted.isEmpty()) {
        Column[] arguments = evaluate(callInputs.arguments(), batch, counted);
        int[] each = counted == rows ? all : groups(counted, groupsCounted);
        states.accumulators(call).add(each, arguments, counted);
      }
    }
  }

  private void keep(Batch batch, Selection rows) {
    for (int call = 0; call < states.calls(); call++) {
      CallInputs callInputs = inputs.calls().get(call);
      Selection counted = counted(callInputs, batch, rows);
      Column[] arguments =
          counted.isEmpty() ? NO_COLUMNS : evaluate(callInputs.arguments(), batch, counted);
      ungrouped.keep(call, rows, counted, arguments);
    }
  }

  private static Selection counted(CallInputs call, Batch batch, Selection rows) {
    Optional<Filter> filter = call.filter();
    return filter.isPresent() ? filter.get().keep(batch, rows) : rows;
  }

  /** The group of each of the rows, by position; in {@code room} where that is not by row. */
  private int[] groups(Selection rows, int[] room) {
    if (rows.isDense()) {
      return groupOfRow;
    }
    for (int i = 0; i < rows.count(); i++) {
      room[i] = groupOfRow[rows.row(i)];
    }
    return room;
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
