package tidemark.runner.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Writes a block of text behind {@code |} or {@code >} with another indentation. */
final class BlockScalar {
  private BlockScalar() {}

  /**
   * Appends the block, its last line not ended.
   *
   * @param column where the keys of the mapping stand that the block belongs to; -1 at the root
   * @param indent how far its lines are to be indented
   * @param header the comment behind the sign, given where the sign ends
   */
  static void write(
      SourceText text,
      Syntax.Leaf block,
      int column,
      int indent,
      IntFunction<String> header,
      StringBuilder out) {
    int first = text.lineOf(block.from());
    int signEnd = block.from();
    while (signEnd < text.endOf(first) && !Character.isWhitespace(text.at(signEnd))) {
      signEnd++;
    }
    String sign = text.slice(block.from(), signEnd);
    List<String> lines = lines(text, first, block.to());
    String digits = sign.replaceAll("[^0-9]", "");
    boolean keeps = sign.contains("+");
    int old = digits.isEmpty() ? indentOf(lines) : Math.max(0, column) + Integer.parseInt(digits);
    boolean leading = !lines.isEmpty() && startsIndented(lines, old);
    out.append(sign.replaceAll("[0-9]", ""));
    out.append(leading || !digits.isEmpty() ? Integer.toString(2) : "");
    out.append(header.apply(signEnd));
    int last = lines.size();
    while (!keeps
        && last > 0
        && lines.get(last - 1).isBlank()
        && lines.get(last - 1).length() <= old) {
      last--;
    }
    for (String line : lines.subList(0, last)) {
      String content = line.length() <= old ? "" : line.substring(old);
      out.append('\n').append(content.isEmpty() ? "" : " ".repeat(indent)).append(content);
    }
    out.append(keeps && last > 0 && lines.get(last - 1).isBlank() ? "\n" : "");
  }

  private static List<String> lines(SourceText text, int first, int to) {
    List<String> lines = new ArrayList<>();
    for (int line = first + 1; line <= text.lineCount() && text.startOf(line) < to; line++) {
      lines.add(text.line(line));
    }
    return lines;
  }

  private static int indentOf(List<String> lines) {
    return lines.stream()
        .filter(line -> !line.isBlank())
        .findFirst()
        .map(BlockScalar::indentOf)
        .orElseGet(() -> lines.stream().mapToInt(String::length).max().orElse(0));
  }

  private static int indentOf(String line) {
    int indent = 0;
    while (indent < line.length() && line.charAt(indent) == ' ') {
      indent++;
    }
    return indent;
  }

  /** A first line that is indented further needs a number behind the sign. */
  private static boolean startsIndented(List<String> lines, int old) {
    return lines.stream()
        .filter(line -> line.length() > old)
        .findFirst()
        .filter(line -> line.charAt(old) == ' ')
        .isPresent();
  }
}
