package tidemark.operators.connector;

/** A piece of a range, read by one thread. Sources have their own kinds. */
public interface Split {
  /** Where it is, for messages: a path, a partition. */
  String location();

  /** The size in bytes, or an estimate, for an even share of work. */
  long bytes();
}
