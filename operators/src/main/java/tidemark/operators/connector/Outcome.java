package tidemark.operators.connector;

/** What became of a sink's part in a micro-batch. */
public enum Outcome {
  /** It took effect. */
  COMMITTED,
  /** It has not taken effect and never will unless written again. */
  ABSENT,
  /** The sink cannot tell; then what the checkpoint has recorded decides, or a person. */
  UNKNOWN
}
