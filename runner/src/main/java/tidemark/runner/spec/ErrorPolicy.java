package tidemark.runner.spec;

/** What happens to a row on which an expression of a step fails. */
public enum ErrorPolicy {
  /** The run fails and names the row. */
  FAIL,
  /** The row goes to the dead letters with its reason, and the others go on. */
  DEAD_LETTER
}
