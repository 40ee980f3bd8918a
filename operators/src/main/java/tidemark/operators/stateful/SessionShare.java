package tidemark.operators.stateful;

import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Filter;
import tidemark.operators.late.TimelyRows;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.stateful.AggregateInputs.CallInputs;

/** One worker's part of an aggregation by sessions: rows join sessions in memory. */
final class SessionShare implements CountingShare {
  private final AggregateShape shape;
  private final AggregateInputs inputs;
  private final long gapMicros;
  private final TimelyRows timely;
  private final SessionTable table;
  private final KeyWriter key = new KeyWriter();
  private final int[] sessionOfRow = new int[Batch.MAX_ROWS];
  private final int[] sessions = new int[Batch.MAX_ROWS];

  /**
   * @param timely judges the end that a row's own session would have
   */
  SessionShare(AggregateShape shape, long gapMicros, TimelyRows timely) {
    this.shape = shape;
    this.inputs = shape.inputs().get();
    this.gapMicros = gapMicros;
    this.timely = timely;
    this.table = new SessionTable(shape.functions());
  }

  SessionTable table() {
    return table;
  }

  @Override
  public long droppedLate() {
    return timely.dropped();
  }

  @Override
  public long withoutTime() {
    return timely.withoutTime();
  }

  @Override
  public void process(Batch batch) {
    LongColumn time = (LongColumn) inputs.time().orElseThrow().evaluate(batch, batch.selection());
    Selection kept = timely.timed(batch, time, gapMicros);
    if (kept.count() == 0) {
      return;
    }
    Column[] keys = AggregateShare.evaluate(inputs.keys(), batch, kept);
    for (int i = 0; i < kept.count(); i++) {
      int row = kept.row(i);
      long micros = time.get(row);
      sessionOfRow[row] = table.place(key(keys, row), micros, micros + gapMicros);
    }
    add(batch, kept);
  }

  private int key(Column[] keys, int row) {
    key.clear();
    for (int k = 0; k < keys.length; k++) {
      KeyCodec.write(keys[k], shape.keyTypes().get(k), row, key);
    }
    long hash = KeyHash.of(key.buffer(), 0, key.length());
    return table.key(key.buffer(), 0, key.length(), hash);
  }

  private void add(Batch batch, Selection rows) {
    List<CallInputs> calls = inputs.calls();
    for (int call = 0; call < calls.size(); call++) {
      Optional<Filter> filter = calls.get(call).filter();
      Selection counted = filter.isPresent() ? filter.get().keep(batch, rows) : rows;
      Column[] arguments = AggregateShare.evaluate(calls.get(call).arguments(), batch, counted);
      for (int i = 0; i < counted.count(); i++) {
        sessions[i] = table.current(sessionOfRow[counted.row(i)]);
      }
      table.states().accumulators(call).add(sessions, arguments, counted);
    }
  }
}
