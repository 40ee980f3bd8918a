package tidemark.operators.stateless;

import java.util.Arrays;
import tidemark.operators.Emitter;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Gather;
import tidemark.operators.batch.Selection;
import tidemark.operators.table.StaticTable;

/**
 * The output of a join with a table, gathered up to a batch. While no row of the stream stands
 * twice, its columns are handed on as they are.
 */
public final class JoinedRows {
  private StaticTable table;
  private final PairColumns columns;
  private final ProjectOperator output;
  private final int[] rows = new int[Batch.MAX_ROWS];
  private final int[] partners = new int[Batch.MAX_ROWS];
  private final int[] beside = new int[Batch.MAX_ROWS];
  private Batch batch;
  private int count;
  private boolean repeats;

  /**
   * @param columns what the output is computed from
   * @param output computes the output's columns
   */
  public JoinedRows(StaticTable table, PairColumns columns, ProjectOperator output) {
    this.table = table;
    this.columns = columns;
    this.output = output;
    this.batch = new Batch(columns.schema(), new tidemark.operators.batch.Column[0], 0);
  }

  StaticTable table() {
    return table;
  }

  /** From now on partners are rows of this table, which has the same columns. */
  void over(StaticTable other) {
    table = other;
  }

  /** The rows that follow are those of this batch. */
  void begin(Batch next) {
    batch = next;
    count = 0;
    repeats = false;
  }

  /** A row of the stream with one of the table; rows of the stream come in order. */
  void add(int row, int partner, Emitter out) {
    if (count == Batch.MAX_ROWS) {
      flush(out);
    }
    repeats |= count > 0 && rows[count - 1] == row;
    rows[count] = row;
    partners[count++] = partner;
  }

  /** A row of the stream without a partner. */
  void addAlone(int row, Emitter out) {
    add(row, Gather.NULL_ROW, out);
  }

  /** Hands on what there is. */
  void flush(Emitter out) {
    if (count > 0) {
      Batch pairs =
          repeats
              ? columns.pairs(batch, table, rows, partners, count)
              : columns.beside(
                  batch, Selection.of(Arrays.copyOf(rows, count), count), table, spread());
      out.emit(output.project(pairs));
    }
    count = 0;
    repeats = false;
  }

  /** The partners by row of the batch. */
  private int[] spread() {
    Arrays.fill(beside, 0, batch.size(), Gather.NULL_ROW);
    for (int i = 0; i < count; i++) {
      beside[rows[i]] = partners[i];
    }
    return beside;
  }
}
