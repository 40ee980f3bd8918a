package tidemark.runner.editor;

/**
 * Something that can stand where the cursor is.
 *
 * @param label what is written
 * @param detail its type or form, in a few words
 * @param meaning a sentence or more, as Markdown
 */
public record Proposal(String label, Kind kind, String detail, String meaning) {
  /** What it is. */
  public enum Kind {
    KEY,
    WORD,
    ID,
    COLUMN,
    FUNCTION
  }
}
