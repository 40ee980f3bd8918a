package tidemark.operators.connector;

/**
 * Something that is true of every row that is wanted; a reader may leave out rows of which it is
 * not true, and need not.
 *
 * @param column position in the source's schema
 * @param constant what the column's value is compared with, never null: a Long for integral types,
 *     dates, timestamps and (unscaled) short decimals, a Double, or a String; empty text for tests
 *     of null
 */
public record Condition(int column, Test test, Object constant) {
  /** A test of one value. All but {@link #IS_NULL} are false of a null. */
  public enum Test {
    EQUAL,
    LESS,
    AT_MOST,
    GREATER,
    AT_LEAST,
    IS_NULL,
    IS_NOT_NULL
  }

  /** A test whether the column is, or is not, null. */
  public static Condition ofNull(int column, Test test) {
    return new Condition(column, test, "");
  }
}
