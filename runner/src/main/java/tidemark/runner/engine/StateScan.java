package tidemark.runner.engine;

/** Whether stored rows are read where a verdict about a change hangs on their values. */
public enum StateScan {
  /** What is described must do. */
  NEVER,
  /** All rows of the step that the verdict is about. */
  WHERE_NEEDED
}
