package tidemark.operators.connector;

import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * A record that could not be decoded, or a row on which a step failed, as the sink for them is
 * given it.
 */
public final class DeadLetter {
  /**
   * Where it came from, which file or partition, line or offset there (null where that is not known
   * of a row), and why; then the bytes of a record, or the step and the row as it was given it, a
   * JSON object.
   */
  public static final Schema COLUMNS =
      Schema.of(
          Field.of("source", SimpleType.STRING),
          Field.of("location", SimpleType.STRING),
          Field.of("position", SimpleType.BIGINT),
          Field.notNull("code", SimpleType.STRING),
          Field.notNull("reason", SimpleType.STRING),
          Field.of("record", SimpleType.BINARY),
          Field.of("step", SimpleType.STRING),
          Field.of("row", SimpleType.STRING));

  private DeadLetter() {}
}
