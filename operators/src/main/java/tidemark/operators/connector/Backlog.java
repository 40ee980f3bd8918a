package tidemark.operators.connector;

/** What is left to read: units (files, partitions' records) and bytes; zero where unknown. */
public record Backlog(long units, long bytes) {
  public static final Backlog NONE = new Backlog(0, 0);
}
