package tidemark.operators.plan;

/** A column to sort by; as in Spark, nulls come first ascending and last descending. */
public record SortKey(int column, Direction direction) {
  /** Which end comes first. */
  public enum Direction {
    ASCENDING,
    DESCENDING
  }
}
