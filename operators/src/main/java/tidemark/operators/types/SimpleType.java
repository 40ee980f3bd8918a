package tidemark.operators.types;

/** The types without parameters. */
public enum SimpleType implements DataType {
  BOOLEAN("boolean", Physical.BOOLEAN),
  TINYINT("tinyint", Physical.LONG),
  SMALLINT("smallint", Physical.LONG),
  INT("int", Physical.LONG),
  BIGINT("bigint", Physical.LONG),
  /** Values are kept as doubles that are exact floats. */
  FLOAT("float", Physical.DOUBLE),
  DOUBLE("double", Physical.DOUBLE),
  STRING("string", Physical.BYTES),
  BINARY("binary", Physical.BYTES),
  /** Days since 1970-01-01. */
  DATE("date", Physical.LONG),
  /** Microseconds since 1970-01-01T00:00:00Z. */
  TIMESTAMP("timestamp", Physical.LONG),
  /** Microseconds since 1970-01-01T00:00:00 of a clock without zone. */
  TIMESTAMP_NTZ("timestamp_ntz", Physical.LONG),
  /** Microseconds. */
  DAY_TIME_INTERVAL("interval day to second", Physical.LONG),
  /** Months. */
  YEAR_MONTH_INTERVAL("interval year to month", Physical.LONG),
  /** The type of a bare {@code NULL}. */
  VOID("void", Physical.LONG);

  private final String ddl;
  private final Physical physical;

  SimpleType(String ddl, Physical physical) {
    this.ddl = ddl;
    this.physical = physical;
  }

  @Override
  public String ddl() {
    return ddl;
  }

  @Override
  public Physical physical() {
    return physical;
  }

  @Override
  public String toString() {
    return ddl;
  }
}
