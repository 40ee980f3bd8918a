package tidemark.operators.types;

/** How the values of a type lie in a column. */
public enum Physical {
  BOOLEAN,
  /** Every integral and temporal type, and decimals of at most 18 digits (as unscaled values). */
  LONG,
  /** float and double. */
  DOUBLE,
  /** string (UTF-8) and binary. */
  BYTES,
  /** Decimals of more than 18 digits. */
  DECIMAL,
  ARRAY,
  MAP,
  STRUCT
}
