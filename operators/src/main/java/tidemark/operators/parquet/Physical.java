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

  /**
   * The fewest bits that a plainly stored value takes.
   *
   * @param length in bytes of a value of fixed length
   */
  long leastBits(int length) {
    return switch (this) {
      case BOOLEAN -> 1;
      case INT32, FLOAT, BYTE_ARRAY -> 32;
      case INT64, DOUBLE -> 64;
      case INT96 -> 96;
      case FIXED_LEN_BYTE_ARRAY -> Math.max(1, 8L * length);
    };
  }

  /** Whether a value is read as bytes. */
  boolean isBytes() {
    return this == BYTE_ARRAY || this == FIXED_LEN_BYTE_ARRAY;
  }
}
