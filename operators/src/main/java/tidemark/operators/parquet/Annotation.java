package tidemark.operators.parquet;

/**
 * What the stored values of a node mean, from either of the format's two notations.
 *
 * @param detail the scale of a decimal; the bits of an integer; the unit of a time as a power of
 *     ten of a second (3, 6 or 9)
 * @param precision of a decimal
 * @param flag signed, for an integer; adjusted to UTC, for a time
 */
record Annotation(Kind kind, int detail, int precision, boolean flag) {
  static final Annotation NONE = of(Kind.NONE);

  /** The kinds that make a difference here. */
  enum Kind {
    NONE,
    TEXT,
    DECIMAL,
    DATE,
    TIME,
    TIMESTAMP,
    INTEGER,
    FLOAT16,
    INTERVAL,
    LIST,
    MAP
  }

  static Annotation of(Kind kind) {
    return new Annotation(kind, 0, 0, false);
  }

  /** Of the older notation; only decimals have a scale and a precision. */
  static Annotation converted(int number, int scale, int precision) {
    return switch (number) {
      case 0, 4, 19 -> of(Kind.TEXT);
      case 1, 2 -> of(Kind.MAP);
      case 3 -> of(Kind.LIST);
      case 5 -> new Annotation(Kind.DECIMAL, scale, precision, false);
      case 6 -> of(Kind.DATE);
      case 7 -> new Annotation(Kind.TIME, 3, 0, true);
      case 8 -> new Annotation(Kind.TIME, 6, 0, true);
      case 9 -> new Annotation(Kind.TIMESTAMP, 3, 0, true);
      case 10 -> new Annotation(Kind.TIMESTAMP, 6, 0, true);
      case 11, 12, 13, 14 -> new Annotation(Kind.INTEGER, 8 << number - 11, 0, false);
      case 15, 16, 17, 18 -> new Annotation(Kind.INTEGER, 8 << number - 15, 0, true);
      case 21 -> of(Kind.INTERVAL);
      default -> NONE;
    };
  }
}
