package tidemark.operators.plan;

import java.util.Locale;

/** Which rows a join of two streams gives out. */
public enum JoinKind {
  /** Pairs. */
  INNER,
  /** Pairs, and rows of the left side that found no partner. */
  LEFT_OUTER,
  /** Pairs, and rows of the right side that found no partner. */
  RIGHT_OUTER,
  /** Pairs, and rows of either side that found no partner. */
  FULL_OUTER,
  /** Rows of the left side that found a partner, once. */
  LEFT_SEMI,
  /** Rows of the left side that found no partner. */
  LEFT_ANTI;

  /** The word in the pipeline file. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True if a row of the side comes out although it found no partner. */
  public boolean keepsAlone(Side side) {
    return switch (this) {
      case INNER, LEFT_SEMI -> false;
      case LEFT_OUTER, LEFT_ANTI -> side == Side.LEFT;
      case RIGHT_OUTER -> side == Side.RIGHT;
      case FULL_OUTER -> true;
    };
  }

  /** True if a row stands once with each partner; otherwise rows of the left side stand alone. */
  public boolean pairs() {
    return this != LEFT_SEMI && this != LEFT_ANTI;
  }

  /** True if the columns of the side may be null because a row of the other side stands alone. */
  public boolean padsWithNulls(Side side) {
    return pairs() && keepsAlone(side == Side.LEFT ? Side.RIGHT : Side.LEFT);
  }
}
