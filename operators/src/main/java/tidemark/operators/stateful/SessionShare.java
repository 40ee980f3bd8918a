package tidemark.operators.stateful;

import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Filter;
import tidemark.operators.late.TimelyRows;
import tidemark.operators.state.KeyBatch;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.stateful.AggregateInputs.CallInputs;

/** One worker's part of an aggregation by sessions: rows join sessions in memory. */
final class SessionShare implements CountingShare {
  private final AggregateShape shape;
  private final AggregateInputs inputs;
  private final long gapMicros;
  private final TimelyRows timely;
  private final SessionTable table;
  private final int[] keyOfRow = new int[Batch.MAX_ROWS];
  private final KeyBatch lookups;
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
    this.lookups = new KeyBatch(table.keys(), keyOfRow);
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
    findKeys(AggregateShare.evaluate(inputs.keys(), batch, kept), kept);
    for (int i = 0; i < kept.count(); i++) {
      int row = kept.row(i);
      long micros = time.get(row);
      sessionOfRow[row] = table.place(keyOfRow[row], micros, micros + gapMicros);
    }
    table.ensure();
    add(batch, kept);
  }

  private void findKeys(Column[] keys, Selection rows) {
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.row(i);
      for (int k = 0; k < keys.length; k++) {
        KeyCodec.write(keys[k], shape.keyTypes().get(k), row, lookups.writer());
      }
      lookups.end(row);
    }
    lookups.findAll();
    table.noteNewKeys();
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
