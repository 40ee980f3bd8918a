package tidemark.operators.late;

import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** A row that came too late for a step, as the sink for such rows is given it. */
public final class LateRow {
  /**
   * The step that left it out, the watermark that it came behind, and the row as the step was given
   * it: a JSON object.
   */
  public static final Schema COLUMNS =
      Schema.of(
          Field.notNull("step", SimpleType.STRING),
          Field.notNull("watermark", SimpleType.TIMESTAMP),
          Field.notNull("row", SimpleType.STRING));

  private LateRow() {}
}
