package tidemark.operators.expr;

/**
 * A part of an expression's text.
 *
 * @param offset code points before it
 * @param length code points, at least 1
 */
public record Place(int offset, int length) {
  public Place {
    length = Math.max(1, length);
  }

  /** The smallest place that holds both. */
  public Place to(Place end) {
    return new Place(offset, end.offset + end.length - offset);
  }
}
