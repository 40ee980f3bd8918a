package tidemark.runner.yaml;

import tidemark.runner.yaml.TextMap.Builder;
import tidemark.runner.yaml.TextMap.Offsets;
import tidemark.runner.yaml.YamlNode.Style;

/**
 * Follows how YAML turns what is written into a scalar's value (unquoting, escapes, folding,
 * indentation), to find where each character of the value stands.
 */
final class ScalarPlaces {
  private final SourceText source;
  private final int end;
  private final String value;
  private final Builder built = new Builder();
  private int at;

  private ScalarPlaces(SourceText source, int from, int to, String value) {
    this.source = source;
    this.at = from;
    this.end = to;
    this.value = value;
  }

  /**
   * The offsets of a scalar's characters.
   *
   * @param from the offset of the first character: a quote, a block's sign, or the text itself
   * @param to the offset behind the last one
   */
  static Offsets find(SourceText source, int from, int to, Style style, String value) {
    ScalarPlaces places = new ScalarPlaces(source, from, to, value);
    int behind =
        switch (style) {
          case PLAIN -> places.flow(to, -1);
          case SINGLE_QUOTED -> places.flow(to - 1, '\'');
          case DOUBLE_QUOTED -> places.flow(to - 1, '"');
          case LITERAL, FOLDED -> places.block(style == Style.FOLDED);
        };
    if (places.built.value().equals(value)) {
      return places.built.build(behind);
    }
    return clamped(value, from, to);
  }

  /** Every character somewhere inside the scalar, in order: better than no place. */
  private static Offsets clamped(String value, int from, int to) {
    Builder builder = new Builder();
    value
        .codePoints()
        .forEach(
            point -> {
              int place = Math.min(from + builder.length(), Math.max(from, to - 1));
              builder.add(point, place, place + 1);
            });
    return builder.build(Math.max(from, to - 1));
  }

  private int flow(int stop, int quote) {
    if (quote >= 0) {
      at++;
    }
    while (at < stop) {
      int point = source.at(at);
      if (isBlank(point) || isBreak(point)) {
        blanks(stop);
      } else if (quote == '\'' && point == '\'') {
        built.add('\'', at, at + 2);
        at += 2;
      } else if (quote == '"' && point == '\\') {
        escape(stop);
      } else {
        built.add(point, at, at + 1);
        at++;
      }
    }
    return stop;
  }

  /** Blanks stay as they are unless a line ends among them: then the lines are folded. */
  private void blanks(int stop) {
    int from = at;
    while (at < stop && isBlank(source.at(at))) {
      at++;
    }
    if (at >= stop || !isBreak(source.at(at))) {
      for (int i = from; i < at; i++) {
        built.add(source.at(i), i, i + 1);
      }
      return;
    }
    int first = at;
    int firstBreak = lineBreak();
    int breaks = built.length();
    emptyLines(stop);
    if (firstBreak != '\n') {
      // Separators other than the common ones are kept; SnakeYAML puts them first.
      built.cut(breaks);
      built.add(firstBreak, first, first + 1);
      at = first;
      lineBreak();
      emptyLines(stop);
    } else if (built.length() == breaks) {
      built.add(' ', from, at);
    }
  }

  /** Skips the indentation of the lines that follow; an empty one is a line break of the value. */
  private void emptyLines(int stop) {
    while (at < stop && (isBlank(source.at(at)) || isBreak(source.at(at)))) {
      if (isBlank(source.at(at))) {
        at++;
      } else {
        int from = at;
        built.add(lineBreak(), from, at);
      }
    }
  }

  private void escape(int stop) {
    int from = at;
    int point = source.at(at + 1);
    if (isBreak(point)) {
      at++;
      lineBreak();
      emptyLines(stop);
      return;
    }
    int digits = point == 'x' ? 2 : point == 'u' ? 4 : point == 'U' ? 8 : 0;
    at += 2 + digits;
    int next = Math.min(built.length(), value.length() - 1);
    built.add(point == 'u' ? value.charAt(next) : value.codePointAt(next), from, at);
  }

  private int block(boolean folded) {
    while (at < end && !isBreak(source.at(at))) {
      at++;
    }
    if (at < end) {
      lineBreak();
    }
    int indent = indentation();
    int behind = at;
    while (at < end) {
      int blank = blankLines(indent);
      at = blank;
      if (at >= end || column(indent) < indent) {
        break;
      }
      at += indent;
      boolean text = !isBlank(source.at(at));
      while (at < end && !isBreak(source.at(at))) {
        built.add(source.at(at), at, at + 1);
        at++;
      }
      behind = at;
      lineEnd(folded && text, indent);
    }
    built.cut(value.length());
    return behind;
  }

  /** What the end of a line of text becomes, which depends on what follows. */
  private void lineEnd(boolean foldable, int indent) {
    if (at >= end) {
      if (built.length() < value.length()) {
        built.add('\n', at, at + 1);
      }
      return;
    }
    int from = at;
    int ended = lineBreak();
    int start = at;
    int next = skipBlankLines(indent);
    boolean empty = next > start;
    boolean followed = next < end && columnAt(next, indent) >= indent;
    boolean folds = foldable && followed && ended == '\n' && !isBlank(source.at(next + indent));
    if (!folds) {
      built.add(ended, from, from + 1);
    } else if (!empty) {
      built.add(' ', from, from + 1);
    }
  }

  /** Adds the line breaks of lines without text; the offset of the first line with text. */
  private int blankLines(int indent) {
    while (at < end) {
      int blanks = columnAt(at, indent);
      if (!isBreak(source.at(at + blanks))) {
        return at;
      }
      at += blanks;
      int from = at;
      built.add(lineBreak(), from, at);
    }
    return at;
  }

  private int skipBlankLines(int indent) {
    int before = at;
    while (at < end && isBreak(source.at(at + columnAt(at, indent)))) {
      at += columnAt(at, indent);
      lineBreak();
    }
    int found = at;
    at = before;
    return found;
  }

  private int column(int indent) {
    return columnAt(at, indent);
  }

  /** How many spaces stand from an offset on, at most the indentation. */
  private int columnAt(int offset, int indent) {
    int spaces = 0;
    while (spaces < indent && source.at(offset + spaces) == ' ') {
      spaces++;
    }
    return spaces;
  }

  /** The indentation: what the first line with text has more than it has in the value. */
  private int indentation() {
    int line = at;
    int deepest = 0;
    while (line < end) {
      int spaces = columnAt(line, Integer.MAX_VALUE);
      int point = source.at(line + spaces);
      if (!isBreak(point) && point != -1) {
        return spaces - leadingSpacesOfValue();
      }
      deepest = Math.max(deepest, spaces);
      line += spaces;
      line += source.at(line) == '\r' && source.at(line + 1) == '\n' ? 2 : 1;
    }
    return deepest;
  }

  private int leadingSpacesOfValue() {
    int start = 0;
    while (start < value.length() && isBreak(value.charAt(start))) {
      start++;
    }
    int i = start;
    while (i < value.length() && value.charAt(i) == ' ') {
      i++;
    }
    return i - start;
  }

  /** Reads one line break; what it is in the value. */
  private int lineBreak() {
    int point = source.at(at);
    if (point == '\r' && source.at(at + 1) == '\n') {
      at += 2;
      return '\n';
    }
    at++;
    return point == '\r' || point == 0x85 ? '\n' : point;
  }

  private static boolean isBlank(int point) {
    return point == ' ' || point == '\t';
  }

  private static boolean isBreak(int point) {
    return point == '\n' || point == '\r' || point == 0x85 || point == 0x2028 || point == 0x2029;
  }
}
