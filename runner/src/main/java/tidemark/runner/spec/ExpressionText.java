package tidemark.runner.spec;

import tidemark.operators.diagnostics.Span;
import tidemark.operators.diagnostics.TextPlace;
import tidemark.runner.yaml.TextMap;

/**
 * An expression as the user wrote it, not parsed yet.
 *
 * @param text the expression, after unquoting and substitution
 * @param map where its characters stand in the file
 * @param path the keys that lead to it, as {@code steps.served.filter}
 */
public record ExpressionText(String text, TextMap map, String path) implements TextPlace {
  /** The place of the whole expression. */
  public Span span() {
    return map.span(0, text.length());
  }

  /** The place of the chars from one offset of the text up to another. */
  @Override
  public Span span(int from, int to) {
    return map.span(from, to);
  }
}
