package tidemark.runner.editor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import tidemark.runner.yaml.SourceText;

/**
 * Where in the structure of a file a place is, found from the indentation of the lines above it and
 * the brackets before it, so that it works in a file that is only half written.
 *
 * @param path the keys above; an item of a list is {@code -}
 * @param side whether a key or its value is being written
 */
record Cursor(List<String> path, Side side) {
  Cursor {
    path = List.copyOf(path);
  }

  /** What is being written. */
  enum Side {
    KEY,
    VALUE
  }

  /**
   * At a place.
   *
   * @param line from 1
   * @param column from 1, in code points
   */
  static Cursor at(SourceText text, int line, int column) {
    String whole = text.line(line);
    int end =
        whole.offsetByCodePoints(0, Math.min(column - 1, whole.codePointCount(0, whole.length())));
    return new Line(whole.substring(0, end)).cursor(above(text, line));
  }

  /** The step or source that the place is in; empty outside. */
  java.util.Optional<String> id() {
    boolean named = path.size() > 1 && List.of("steps", "sources", "sinks").contains(path.get(0));
    return named ? java.util.Optional.of(path.get(1)) : java.util.Optional.empty();
  }

  /** The keys of the lines above that are indented less, outermost first. */
  private static List<String> above(SourceText text, int line) {
    Deque<String> keys = new ArrayDeque<>();
    int indent = Line.indent(text.line(line), text.line(line).isBlank());
    for (int above = line - 1; above > 0 && indent > 0; above--) {
      String content = text.line(above);
      boolean skipped = content.isBlank() || content.strip().startsWith("#");
      int own = Line.indent(content, false);
      if (!skipped && own < indent) {
        for (String key : new Line(content).opened(indent)) {
          keys.addFirst(key);
        }
        indent = own;
      }
    }
    return List.copyOf(keys);
  }

  /** One line up to a place. */
  private static final class Line {
    private final String text;

    Line(String text) {
      this.text = text;
    }

    /** How far a line is indented; a blank one as far as it is long. */
    static int indent(String line, boolean blank) {
      int indent = 0;
      while (indent < line.length() && line.charAt(indent) == ' ') {
        indent++;
      }
      return blank ? line.length() : indent;
    }

    /** What a line opens for lines that are indented further, innermost first. */
    List<String> opened(int below) {
      List<String> opened = new ArrayList<>();
      int at = indent(text, false);
      while (text.startsWith("- ", at) && at < below) {
        opened.add(0, "-");
        at += 2;
      }
      String rest = text.substring(at);
      int colon = rest.indexOf(':');
      boolean key = colon > 0 && at < below;
      if (key) {
        opened.add(0, unquoted(rest.substring(0, colon)));
      }
      return opened;
    }

    Cursor cursor(List<String> above) {
      Deque<String> path = new ArrayDeque<>(above);
      int at = indent(text, false);
      while (text.startsWith("- ", at)) {
        path.addLast("-");
        at += 2;
      }
      Side side = Side.KEY;
      Deque<Character> open = new ArrayDeque<>();
      StringBuilder word = new StringBuilder();
      char quote = 0;
      for (; at < text.length(); at++) {
        char c = text.charAt(at);
        boolean free = quote == 0;
        boolean keyed = side == Side.KEY && c == ':' && word.length() > 0;
        if (!free) {
          quote = c == quote ? 0 : quote;
          word.append(c);
        } else if ((c == '"' || c == '\'') && word.toString().isBlank()) {
          quote = c;
          word.append(c);
        } else if (keyed) {
          path.addLast(unquoted(word.toString()));
          word.setLength(0);
          side = Side.VALUE;
        } else if ((c == '{' || c == '[') && word.toString().isBlank()) {
          open.push(c);
          if (c == '[') {
            path.addLast("-");
          }
          side = c == '{' ? Side.KEY : Side.VALUE;
          word.setLength(0);
        } else if (c == ',' && !open.isEmpty()) {
          if (open.peek() == '{' && side == Side.VALUE) {
            path.pollLast();
            side = Side.KEY;
          }
          word.setLength(0);
        } else if ((c == '}' || c == ']') && !open.isEmpty()) {
          if (c == ']' || side == Side.VALUE) {
            path.pollLast();
          }
          open.pop();
          side = Side.VALUE;
          word.setLength(0);
        } else {
          word.append(c);
        }
      }
      return new Cursor(List.copyOf(path), side);
    }

    private static String unquoted(String key) {
      String bare = key.strip();
      boolean quoted = bare.length() > 1 && (bare.startsWith("\"") || bare.startsWith("'"));
      return quoted ? bare.substring(1, bare.length() - 1) : bare;
    }
  }
}
