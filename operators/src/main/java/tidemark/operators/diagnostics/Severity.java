package tidemark.operators.diagnostics;

/** How much a finding weighs: an error stops, a warning may be silenced where it stands. */
public enum Severity {
  ERROR,
  WARNING;

  /** The word that stands in a rendered diagnostic. */
  public String word() {
    return this == ERROR ? "error" : "warning";
  }
}
