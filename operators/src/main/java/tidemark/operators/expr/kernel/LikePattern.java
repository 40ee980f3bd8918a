package tidemark.operators.expr.kernel;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.operators.diagnostics.Failure;

/**
 * A compiled {@code LIKE} pattern. Patterns of plain parts between {@code %} are searched as bytes;
 * those with {@code _} become a regular expression.
 */
final class LikePattern {
  /** Parts up to here are compared byte by byte. */
  private static final int SHORT = 12;

  private final List<byte[]> parts;
  private final boolean openStart;
  private final boolean openEnd;
  private final @Nullable Pattern regex;

  private LikePattern(
      List<byte[]> parts, boolean openStart, boolean openEnd, @Nullable Pattern regex) {
    this.parts = parts;
    this.openStart = openStart;
    this.openEnd = openEnd;
    this.regex = regex;
  }

  /**
   * @param function what the pattern was given to, for messages
   * @throws Failure if the escape character stands before something that needs none, or last
   */
  static LikePattern compile(String function, String pattern, int escape) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    StringBuilder regex = new StringBuilder();
    boolean anyOne = false;
    int[] points = pattern.codePoints().toArray();
    for (int i = 0; i < points.length; i++) {
      int c = points[i];
      if (c == escape) {
        i++;
        checkEscaped(function, pattern, points, i, escape);
        part.appendCodePoint(points[i]);
        regex.append(Pattern.quote(Character.toString(points[i])));
      } else if (c == '%') {
        parts.add(part.toString());
        part.setLength(0);
        regex.append(".*");
      } else if (c == '_') {
        anyOne = true;
        regex.append('.');
      } else {
        part.appendCodePoint(c);
        regex.append(Pattern.quote(Character.toString(c)));
      }
    }
    parts.add(part.toString());
    return anyOne
        ? new LikePattern(
            List.of(), false, false, Pattern.compile(regex.toString(), Pattern.DOTALL))
        : plain(parts);
  }

  private static void checkEscaped(
      String function, String pattern, int[] points, int i, int escape) {
    boolean last = i == points.length;
    boolean fine = !last && (points[i] == '%' || points[i] == '_' || points[i] == escape);
    if (!fine) {
      throw Failures.argument(
          function,
          "in the pattern '%s' the escape character %s stands %s"
              .formatted(
                  pattern,
                  Character.toString(escape),
                  last ? "at the end" : "before something that needs none"),
          "write it twice to mean itself");
    }
  }

  private static LikePattern plain(List<String> parts) {
    boolean single = parts.size() == 1;
    boolean openStart = !single && parts.get(0).isEmpty();
    boolean openEnd = !single && parts.get(parts.size() - 1).isEmpty();
    List<byte[]> bytes =
        parts.stream()
            .filter(p -> single || !p.isEmpty())
            .map(p -> p.getBytes(StandardCharsets.UTF_8))
            .toList();
    return new LikePattern(bytes, openStart, openEnd, null);
  }

  boolean matches(byte[] data, int start, int length) {
    if (regex != null) {
      return regex.matcher(new String(data, start, length, StandardCharsets.UTF_8)).matches();
    }
    int from = start;
    int to = start + length;
    int first = 0;
    int last = parts.size();
    if (last == 0) {
      return openStart || length == 0;
    }
    if (!openStart) {
      byte[] part = parts.get(0);
      if (!startsWith(data, from, to, part)) {
        return false;
      }
      from += part.length;
      first++;
      if (last == 1 && !openEnd) {
        return from == to;
      }
    }
    if (!openEnd && first < last) {
      byte[] part = parts.get(last - 1);
      if (to - from < part.length || !startsWith(data, to - part.length, to, part)) {
        return false;
      }
      to -= part.length;
      last--;
    }
    for (int i = first; i < last; i++) {
      int found = indexOf(data, from, to, parts.get(i));
      if (found < 0) {
        return false;
      }
      from = found + parts.get(i).length;
    }
    return true;
  }

  /** The constant that the whole text must equal, if the pattern has no wildcard. */
  Optional<byte[]> exact() {
    boolean plain = regex == null && parts.size() == 1 && !openStart && !openEnd;
    return plain ? Optional.of(parts.get(0)) : Optional.empty();
  }

  static boolean startsWith(byte[] data, int from, int to, byte[] part) {
    int length = part.length;
    if (to - from < length) {
      return false;
    }
    if (length > SHORT) {
      return Arrays.equals(data, from, from + length, part, 0, length);
    }
    for (int i = 0; i < length; i++) {
      if (data[from + i] != part[i]) {
        return false;
      }
    }
    return true;
  }

  /** The first place of the part between two positions, or -1. */
  static int indexOf(byte[] data, int from, int to, byte[] part) {
    if (part.length == 0) {
      return from;
    }
    byte first = part[0];
    int last = to - part.length;
    for (int i = from; i <= last; i++) {
      if (data[i] == first && startsWith(data, i, to, part)) {
        return i;
      }
    }
    return -1;
  }
}
