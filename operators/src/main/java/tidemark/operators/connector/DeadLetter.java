package tidemark.operators.connector;

import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** A record that could not be decoded, as the sink for such records is given it. */
public final class DeadLetter {
  /** Where it came from, which file or partition, line or offset there, why, and its bytes. */
  public static final Schema COLUMNS =
      Schema.of(
          Field.notNull("source", SimpleType.STRING),
          Field.notNull("location", SimpleType.STRING),
          Field.notNull("position", SimpleType.BIGINT),
          Field.notNull("code", SimpleType.STRING),
          Field.notNull("reason", SimpleType.STRING),
          Field.notNull("record", SimpleType.BINARY));

  private DeadLetter() {}
}
