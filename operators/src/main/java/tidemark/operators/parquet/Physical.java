package tidemark.operators.parquet;

/** How the values of a leaf are stored; in the order of the format's numbers. */
enum Physical {
  BOOLEAN,
  INT32,
  INT64,
  INT96,
  FLOAT,
  DOUBLE,
  BYTE_ARRAY,
  FIXED_LEN_BYTE_ARRAY;

  /** Whether a value is read as a long. */
  boolean isLong() {
    return this == INT32 || this == INT64 || this == INT96;
  }

  /** Whether a value is read as bytes. */
  boolean isBytes() {
    return this == BYTE_ARRAY || this == FIXED_LEN_BYTE_ARRAY;
  }
}
