package tidemark.runner.spec;

import java.util.Locale;

/** Which rows a join or lookup keeps. */
public enum JoinType {
  INNER,
  LEFT_OUTER,
  RIGHT_OUTER,
  FULL_OUTER,
  LEFT_SEMI,
  LEFT_ANTI;

  /** The word in the pipeline file. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
