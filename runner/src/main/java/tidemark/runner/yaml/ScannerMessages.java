package tidemark.runner.yaml;

import java.util.Optional;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;

/** Says what stops the YAML scanner in the words of who wrote the file. */
final class ScannerMessages {
  private static final String QUOTE = "quote the whole value";

  private final SourceText text;
  private final Diagnostics found;

  ScannerMessages(SourceText text, Diagnostics found) {
    this.text = text;
    this.found = found;
  }

  void report(MarkedYAMLException wrong) {
    Mark mark = wrong.getProblemMark() == null ? wrong.getContextMark() : wrong.getProblemMark();
    int at = mark == null ? 0 : mark.getIndex();
    String problem = Optional.ofNullable(wrong.getProblem()).orElse("");
    String context = Optional.ofNullable(wrong.getContext()).orElse("");
    int began = wrong.getContextMark() == null ? at : wrong.getContextMark().getIndex();
    if (tabs(at) || braces(at) || signs(at, began, problem, context)) {
      return;
    }
    if (quoted(at, began, problem, context) || structure(at, began, problem, context)) {
      return;
    }
    String said = context.isEmpty() ? problem : context + ": " + problem;
    error(at, at + 1, "the text cannot be read as YAML: " + said.replace('\n', ' '), QUOTE);
  }

  private void error(int from, int to, String message, String hint) {
    found.error(Code.TM101, text.span(from, to), message, hint);
  }

  /** The message for {@code {{ name }}}, as other tools write a substitution. */
  void doubleBraces(int at) {
    error(
        at,
        at + 2,
        "`{{` opens two mappings here, it does not substitute anything",
        "write \"${var:NAME}\"; text that begins with `{` must be quoted");
  }

  private boolean tabs(int at) {
    int line = text.lineOf(Math.min(at, text.length()));
    for (int i = text.startOf(line); i < text.endOf(line); i++) {
      if (text.at(i) == '\t') {
        error(i, i + 1, "a tab stands where YAML allows only spaces", "indent with spaces");
        return true;
      }
      if (text.at(i) != ' ' && text.at(i) != '-') {
        break;
      }
    }
    if (text.at(at) == '\t') {
      error(at, at + 1, "a tab stands where YAML allows only spaces", "write a space instead");
      return true;
    }
    return false;
  }

  private boolean braces(int at) {
    int line = text.lineOf(Math.min(at, text.length()));
    for (int i = text.startOf(line); i + 1 < text.endOf(line); i++) {
      int before = text.at(i - 1);
      boolean starts = before == ' ' || before == '\n' || before == -1;
      if (starts && text.at(i) == '{' && text.at(i + 1) == '{') {
        doubleBraces(i);
        return true;
      }
    }
    return false;
  }

  /** Signs that mean something to YAML at the start of a value. */
  private boolean signs(int at, int began, String problem, String context) {
    if (context.contains("alias") || context.contains("anchor")) {
      String sign = text.at(began) == '&' ? "&" : "*";
      error(
          began,
          began + 1,
          "a value that begins with `"
              + sign
              + "` is an "
              + (sign.equals("*") ? "alias" : "anchor")
              + " in YAML",
          QUOTE + ", for example \"" + rest(began) + "\"");
      return true;
    }
    if (context.contains("tag") && !context.contains("directive")) {
      error(
          began,
          began + 1,
          "a value that begins with `!` is a tag in YAML",
          QUOTE + ", for example \"" + rest(began) + "\"");
      return true;
    }
    if (context.contains("block scalar")) {
      error(
          began,
          began + 1,
          "a value that begins with `"
              + Character.toString(text.at(began))
              + "` is a block of text whose lines follow",
          QUOTE + ", for example \"" + rest(began) + "\"");
      return true;
    }
    if (context.contains("directive") || problem.contains("cannot start any token")) {
      int sign = context.contains("directive") ? began : at;
      String shown = Character.toString(Math.max(text.at(sign), ' '));
      error(
          sign,
          sign + 1,
          "a value cannot begin with `" + shown + "`",
          QUOTE + ", for example \"" + rest(sign) + "\"");
      return true;
    }
    return false;
  }

  /** The rest of a line, for a hint, with its double quotes escaped. */
  private String rest(int from) {
    int end = text.endOf(text.lineOf(from));
    String rest = text.slice(from, Math.max(from, Math.min(end, from + 40))).strip();
    return rest.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  private boolean quoted(int at, int began, String problem, String context) {
    if (problem.contains("unexpected end of stream") && context.contains("quoted scalar")) {
      String quote = Character.toString(text.at(began));
      error(
          began,
          began + 1,
          "the quote `" + quote + "` is never closed",
          quote.equals("'")
              ? "close it; a quote inside is written twice: ''"
              : "close it; a quote inside is written as \\\"");
      return true;
    }
    if (problem.contains("escape") || problem.contains("hexadecimal")) {
      int slash = at;
      while (slash > began && text.at(slash) != '\\') {
        slash--;
      }
      error(
          slash,
          slash + 2,
          "`"
              + text.slice(slash, Math.min(slash + 2, text.length()))
              + "` is no escape that a double-quoted text knows",
          "write `\\\\` for one backslash, or use single quotes");
      return true;
    }
    int before = at - 1;
    while (before > 0 && text.at(before) == ' ') {
      before--;
    }
    boolean behindQuote = text.at(before) == '"' || text.at(before) == '\'';
    if (problem.startsWith("expected <block end>") && behindQuote && problem.contains("scalar")) {
      error(
          at,
          at + 1,
          "text follows behind a closing quote",
          "a value that begins with a quote ends at the next one: put the whole value in the other"
              + " kind of quotes");
      return true;
    }
    return false;
  }

  private boolean structure(int at, int began, String problem, String context) {
    if (problem.contains("mapping values are not allowed")) {
      return mappingValue(at);
    }
    if (context.contains("simple key")) {
      int line = text.lineOf(began);
      error(
          began,
          text.endOf(line),
          "the line is neither `key: value` nor an item `- …`",
          "a `: ` is missing, or the line belongs to the text above it and must be quoted");
      return true;
    }
    if (context.contains("flow sequence") || context.contains("flow mapping")) {
      boolean list = context.contains("sequence");
      String open = list ? "[" : "{";
      String close = list ? "]" : "}";
      String where = text.lineOf(began) == text.lineOf(at) ? "" : " of line " + text.lineOf(began);
      error(
          at,
          at + 1,
          "`,` or `" + close + "` is expected here, for the `" + open + "`" + where,
          "close the bracket; text that holds `,`, `[`, `]`, `{` or `}` must be quoted here");
      return true;
    }
    if (problem.startsWith("expected <block end>")) {
      int line = text.lineOf(began);
      error(
          at,
          at + 1,
          "this does not fit the "
              + (context.contains("sequence") ? "list" : "mapping")
              + " that begins on line "
              + line,
          "indent lines that belong together alike");
      return true;
    }
    return false;
  }

  /** A second {@code : } on a line, or a key that is indented under a value. */
  private boolean mappingValue(int at) {
    int line = text.lineOf(at);
    int first = -1;
    for (int i = text.startOf(line); i < at; i++) {
      if (text.at(i) == ':' && text.at(i + 1) == ' ') {
        first = i;
        break;
      }
    }
    if (first < 0) {
      int key = text.startOf(line);
      while (text.at(key) == ' ') {
        key++;
      }
      error(
          key,
          at,
          "a key stands where the text of the line before goes on",
          "indent it like the keys beside it, or leave the value before empty");
      return true;
    }
    int value = first + 2;
    while (text.at(value) == ' ') {
      value++;
    }
    String key = text.slice(text.startOf(line), first).strip();
    error(
        at,
        at + 1,
        "a second `: ` stands on this line",
        "quote a value that holds `: `, for example " + key + ": \"" + rest(value) + "\"");
    return true;
  }
}
