package tidemark.operators.builtin.console;

import java.util.ArrayList;
import java.util.List;

/** Rows of text under a header, each column as wide as its widest cell; numbers to the right. */
public final class TextTable {
  private final int maxWidth;
  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param maxWidth code points of a cell; longer ones end in {@code …}
   */
  public TextTable(List<String> header, int maxWidth) {
    this.maxWidth = Math.max(1, maxWidth);
    this.header = header.stream().map(this::cut).toList();
  }

  public void add(List<String> row) {
    rows.add(row.stream().map(this::cut).toList());
  }

  /** The lines of the table. */
  public List<String> lines(List<Boolean> rightAligned) {
    int[] widths = new int[header.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = width(header.get(i));
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add(line(header, widths, rightAligned));
    List<String> rule = new ArrayList<>();
    for (int width : widths) {
      rule.add("-".repeat(width));
    }
    lines.add(line(rule, widths, rightAligned));
    for (List<String> row : rows) {
      lines.add(line(row, widths, rightAligned));
    }
    return lines;
  }

  private String line(List<String> cells, int[] widths, List<Boolean> rightAligned) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String pad = " ".repeat(widths[i] - width(cells.get(i)));
      line.append(i == 0 ? "" : "  ");
      line.append(rightAligned.get(i) ? pad + cells.get(i) : cells.get(i) + pad);
    }
    return line.toString().stripTrailing();
  }

  private String cut(String cell) {
    StringBuilder shown = new StringBuilder();
    cell.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\n' -> shown.append("\\n");
                case '\r' -> shown.append("\\r");
                case '\t' -> shown.append("\\t");
                default -> shown.appendCodePoint(Character.isISOControl(c) ? '\uFFFD' : c);
              }
            });
    if (width(shown.toString()) <= maxWidth) {
      return shown.toString();
    }
    return shown.substring(0, shown.offsetByCodePoints(0, maxWidth - 1)) + "…";
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
