package tidemark.operators.format;

import org.jspecify.annotations.Nullable;
import tidemark.operators.types.Field;

/** The rows of the batch being read that hold a value which does not fit, with the first reason. */
public final class BadRows {
  private final int rows;
  private @Nullable String[] reasons = {};
  private Field column;
  private int count;

  /**
   * @param column the column being read
   */
  public BadRows(int rows, Field column) {
    this.rows = rows;
    this.column = column;
  }

  /** Says which column is read from now on. */
  public void begin(Field next) {
    column = next;
  }

  /** Notes a value that is not of the column's type. */
  public void misfit(int row, String value) {
    String shown = value.length() > 60 ? value.substring(0, 60) + "…" : value;
    note(row, "column `" + column.name() + "`: " + shown + " is not " + column.type().ddl());
  }

  /** Notes a null in a column that has none. */
  public void missing(int row) {
    note(row, "column `" + column.name() + "` is null, and `not null` is declared");
  }

  public boolean isEmpty() {
    return count == 0;
  }

  public int count() {
    return count;
  }

  /** Why a row is bad, or null if it is not. */
  public @Nullable String reason(int row) {
    return count == 0 ? null : reasons[row];
  }

  private void note(int row, String reason) {
    if (count == 0) {
      reasons = new String[rows];
    }
    if (reasons[row] == null) {
      reasons[row] = reason;
      count++;
    }
  }
}
