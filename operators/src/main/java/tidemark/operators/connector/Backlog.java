package tidemark.operators.connector;

/**
 * What is left to read; zero where unknown.
 *
 * @param units files, or records of partitions
 * @param behindMillis how long ago the newest that was read came into being, while more is left
 */
public record Backlog(long units, long bytes, long behindMillis) {
  public static final Backlog NONE = new Backlog(0, 0);

  public Backlog(long units, long bytes) {
    this(units, bytes, 0);
  }
}
