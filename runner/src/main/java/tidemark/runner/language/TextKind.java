package tidemark.runner.language;

/** What a scalar must be, with the word for it. */
public enum TextKind {
  TEXT("text"),
  NAME("name"),
  ID("id: small letters, digits and `_`, a letter first"),
  PATH("path"),
  EXPRESSION("expression"),
  TYPE("type"),
  CODE("code such as TM401"),
  ZONE("time zone"),
  INSTANT("instant such as 2026-01-01T00:00:00Z"),
  DURATION("duration such as 10 minutes"),
  SIZE("size such as 64MB"),
  COUNT("whole number"),
  POSITIVE("whole number, at least 1"),
  BOOLEAN("true or false"),
  CHARACTER("one character, or \\t"),
  FORMAT("1");

  private final String word;

  TextKind(String word) {
    this.word = word;
  }

  /** The form in words. */
  public String word() {
    return word;
  }
}
