package tidemark.runner.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Severity;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.Secrets;
import tidemark.runner.yaml.SourceText;
import tidemark.runner.yaml.SourceTexts;

/**
 * Findings as people read them: place, code, message, and the marked line with the way out.
 *
 * @param texts what the places point into
 * @param mask hides what must not be shown
 * @param screen what they are printed on: a longer line is cut around the mark, a longer hint goes
 *     on below
 */
public record DiagnosticText(SourceTexts texts, UnaryOperator<String> mask, Screen screen) {
  private static final String MARGIN = "      | ";

  /** Without colours. */
  public DiagnosticText(SourceTexts texts, UnaryOperator<String> mask) {
    this(texts, mask, Screen.PLAIN);
  }

  /** One finding, each line ended. */
  public String of(Diagnostic diagnostic) {
    return of(
        diagnostic.span(),
        diagnostic.severity(),
        diagnostic.severity().word() + " " + diagnostic.code(),
        diagnostic.message(),
        diagnostic.hint().map(mask).map(h -> h.lines().toList()).orElse(List.of()));
  }

  /** What stands at a place: head and message, the marked line, and further lines below it. */
  String of(Span span, Severity severity, String head, String message, List<String> below) {
    StringBuilder text = new StringBuilder();
    text.append(span)
        .append(": ")
        .append(screen.coloured(head, severity))
        .append(": ")
        .append(mask.apply(message))
        .append('\n');
    List<String> hint = below.stream().map(mask).toList();
    Optional<SourceText> source = span.line() == 0 ? Optional.empty() : texts.find(span.file());
    if (source.isPresent()) {
      frame(source.get().line(span.line()), span, severity, hint, text);
    } else {
      hint.stream()
          .flatMap(line -> screen.wrapped(line, 2).stream())
          .forEach(line -> text.append("  ").append(line).append('\n'));
    }
    return text.toString();
  }

  /** How many errors and warnings there are: {@code 2 errors, 1 warning}. */
  public static String count(List<Diagnostic> found) {
    long errors = found.stream().filter(d -> d.severity() == Severity.ERROR).count();
    return Amounts.count(errors, "error", "errors")
        + ", "
        + Amounts.count(found.size() - errors, "warning", "warnings");
  }

  private void frame(
      String line, Span span, Severity severity, List<String> hint, StringBuilder text) {
    int length = line.codePointCount(0, line.length());
    int from = Math.min(Math.max(1, span.column()) - 1, length);
    int to = Math.min(from + Math.max(1, span.length()), length);
    String masked = mask.apply(line);
    String all = masked.replace('\t', ' ');
    int start = shownAt(line, masked, at(line, from));
    int end = shownAt(line, masked, at(line, to));
    String before = all.substring(0, start);
    String marked =
        end > start || to == from ? all.substring(start, Math.max(start, end)) : Secrets.MASK;
    int cut =
        Math.max(0, columns(before) + Math.min(columns(marked), width() / 2) - width() * 3 / 4);
    String window = window(all, cut);
    String padding = " ".repeat(Math.max(0, columns(before) - cut));
    int carets = Math.max(1, Math.min(columns(marked), width() - padding.length()));
    text.append("%5d | %s\n".formatted(span.line(), window));
    text.append(MARGIN).append(padding).append(screen.coloured("^".repeat(carets), severity));
    below(hint, MARGIN.length() + padding.length() + carets + 1, text);
  }

  /** The way out: its first line beside the mark if it fits there. */
  private void below(List<String> hint, int taken, StringBuilder text) {
    List<String> lines = new ArrayList<>();
    hint.forEach(line -> lines.addAll(screen.wrapped(line, MARGIN.length())));
    boolean fits =
        !lines.isEmpty()
            && (screen.columns() == 0 || taken + columns(lines.get(0)) <= screen.columns());
    text.append(fits ? " " + lines.get(0) : "").append('\n');
    lines.stream()
        .skip(fits ? 1 : 0)
        .forEach(line -> text.append(MARGIN).append(line).append('\n'));
  }

  private int width() {
    return screen.width(MARGIN.length());
  }

  /**
   * Where an offset of a line is in the masked line; inside of what is hidden, where the mask
   * begins.
   */
  private static int shownAt(String line, String masked, int offset) {
    int in = 0;
    int out = 0;
    while (in < offset && out < masked.length()) {
      boolean hidden = masked.startsWith(Secrets.MASK, out) && !line.startsWith(Secrets.MASK, in);
      int hiddenEnd = hidden ? resume(line, masked, in, out + Secrets.MASK.length()) : in + 1;
      if (hiddenEnd > offset) {
        return out;
      }
      in = hiddenEnd;
      out += hidden ? Secrets.MASK.length() : 1;
    }
    return out;
  }

  /** Where the line goes on with what the masked line has behind a mask. */
  private static int resume(String line, String masked, int from, int behind) {
    int next = masked.indexOf(Secrets.MASK, behind);
    String rest = masked.substring(behind, next < 0 ? masked.length() : next);
    int found = next < 0 ? line.length() - rest.length() : line.indexOf(rest, from);
    return found < from ? line.length() : found;
  }

  private static int at(String line, int point) {
    return line.offsetByCodePoints(0, point);
  }

  /** The line from a column on, cut to the width; {@code …} stands where something is left out. */
  private String window(String line, int cut) {
    StringBuilder window = new StringBuilder();
    int column = 0;
    for (int i = 0; i < line.length(); i += Character.charCount(line.codePointAt(i))) {
      int point = line.codePointAt(i);
      if (column >= cut && column < cut + width()) {
        window.appendCodePoint(cut > 0 && column == cut ? '…' : point);
      }
      column += columns(point);
    }
    if (column > cut + width()) {
      window.append('…');
    }
    return window.toString();
  }

  private static int columns(String text) {
    return text.codePoints().map(DiagnosticText::columns).sum();
  }

  /** Terminals give East Asian characters and emoji two columns, combining marks none. */
  private static int columns(int point) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    boolean wide =
        point >= 0x1100 && point <= 0x115F
            || point >= 0x2E80 && point <= 0xA4CF
            || point >= 0xAC00 && point <= 0xD7A3
            || point >= 0xF900 && point <= 0xFAFF
            || point >= 0xFE30 && point <= 0xFE6F
            || point >= 0xFF00 && point <= 0xFF60
            || point >= 0x1F300 && point <= 0x1FAFF
            || point >= 0x20000 && point <= 0x3FFFD;
    return wide ? 2 : 1;
  }
}
