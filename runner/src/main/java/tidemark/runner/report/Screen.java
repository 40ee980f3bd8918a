package tidemark.runner.report;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.diagnostics.Severity;
import tidemark.runner.yaml.Environment;

/**
 * What findings are printed on.
 *
 * @param columns how many characters a line has; 0 if it has no end
 */
public record Screen(Colouring colouring, int columns) {
  /** A file or a pipe. */
  public static final Screen PLAIN = new Screen(Colouring.PLAIN, 0);

  /** How much of a line of the file is shown where the screen has no end. */
  private static final int WIDEST = 120;

  private static final int NARROWEST = 40;

  /**
   * A terminal, or none.
   *
   * @param columns its width; 0 if it is none
   */
  public static Screen of(int columns, Environment environment) {
    return new Screen(Colouring.of(columns > 0, environment), columns);
  }

  String coloured(String text, Severity severity) {
    return colouring.apply(text, severity);
  }

  /** How many characters are left beside a margin. */
  int width(int margin) {
    return columns == 0 ? WIDEST : Math.max(NARROWEST, Math.min(WIDEST, columns - margin));
  }

  /** A text as lines that fit beside a margin, broken at spaces. */
  List<String> wrapped(String text, int margin) {
    if (columns == 0) {
      return List.of(text);
    }
    int width = Math.max(NARROWEST, columns - margin);
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int space = rest.lastIndexOf(' ', width);
      int end = space <= 0 ? rest.indexOf(' ') : space;
      if (end < 0) {
        break;
      }
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }
}
