package tidemark.runner.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must never be shown: the values of secrets and of password options that were read, and by
 * their form passwords in URLs and behind password-like keys. Whatever is printed, logged or stored
 * goes through {@link #mask}.
 */
public final class Secrets {
  /** What stands in place of a secret. */
  public static final String MASK = "***";

  /** A shorter value is hidden only where it stands as a word of its own. */
  private static final int SHORT = 4;

  /** Longest first, so that a secret inside another one leaves no rest. */
  private final Set<String> values =
      new TreeSet<>(
          (a, b) ->
              a.length() == b.length() ? a.compareTo(b) : Integer.compare(b.length(), a.length()));

  /** Part of a text, from one offset up to another. */
  public record Part(int from, int to) {}

  /** Hides a value from now on; of a text with several lines, each line too. */
  public void add(String value) {
    if (value.isBlank()) {
      return;
    }
    values.add(value);
    if (value.indexOf('\n') >= 0) {
      value.lines().map(String::strip).filter(l -> l.length() >= SHORT).forEach(values::add);
    }
  }

  /** Hides another collection's values too. */
  public void addAll(Secrets others) {
    values.addAll(others.values);
  }

  /** True if exactly this value is hidden. */
  public boolean contains(String value) {
    return values.contains(value);
  }

  /** The text with {@code ***} in place of everything that must not be shown. */
  public String mask(String text) {
    return masked(text, parts(text));
  }

  private static String masked(String text, List<Part> parts) {
    if (parts.isEmpty()) {
      return text;
    }
    StringBuilder masked = new StringBuilder(text.length());
    int done = 0;
    for (Part part : parts) {
      masked.append(text, done, part.from()).append(MASK);
      done = part.to();
    }
    return masked.append(text, done, text.length()).toString();
  }

  /**
   * The text with {@code ***} in place of the values that were read, as written or as a literal of
   * an expression; nothing is hidden for its form alone, so that texts that differ stay different.
   */
  public String maskValues(String text) {
    List<Part> parts = new ArrayList<>();
    for (String value : values) {
      occurrences(text, value, parts);
      String literal = value.replace("\\", "\\\\").replace("'", "\\'");
      if (!literal.equals(value)) {
        occurrences(text, literal, parts);
      }
    }
    return masked(text, merged(parts));
  }

  /** The parts of a text that must not be shown, in order and apart from each other. */
  public List<Part> parts(String text) {
    List<Part> parts = new ArrayList<>();
    for (String value : values) {
      occurrences(text, value, parts);
    }
    parts.addAll(urlParts(text));
    Forms.keyed(text, parts);
    return merged(parts);
  }

  private static void occurrences(String text, String value, List<Part> parts) {
    for (int at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
      int end = at + value.length();
      boolean word =
          (at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1)))
              && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)));
      if (value.length() >= SHORT || word) {
        parts.add(new Part(at, end));
      }
    }
  }

  private static List<Part> merged(List<Part> parts) {
    if (parts.isEmpty()) {
      return parts;
    }
    parts.sort((a, b) -> Integer.compare(a.from(), b.from()));
    List<Part> merged = new ArrayList<>();
    Part last = parts.get(0);
    for (Part part : parts) {
      if (part.from() <= last.to()) {
        last = new Part(last.from(), Math.max(last.to(), part.to()));
      } else {
        merged.add(last);
        last = part;
      }
    }
    merged.add(last);
    return merged;
  }

  /** The user-info and the password parameters of the URLs in a text. */
  public static List<Part> urlParts(String text) {
    if (text.indexOf(':') < 0) {
      return List.of();
    }
    List<Part> parts = new ArrayList<>();
    Forms.collect(Forms.USER_INFO, text, parts);
    Forms.collect(Forms.ORACLE, text, parts);
    Forms.collect(Forms.PARAMETER, text, parts);
    return parts;
  }

  /** The password in the user-info of the first URL in a text, if there is one. */
  public static Optional<Part> urlPassword(String text) {
    for (Part part : urlParts(text)) {
      int colon = text.indexOf(':', part.from());
      boolean userInfo = part.to() < text.length() && text.charAt(part.to()) == '@';
      if (!userInfo) {
        return Optional.of(part);
      }
      if (colon >= 0 && colon + 1 < part.to()) {
        return Optional.of(new Part(colon + 1, part.to()));
      }
    }
    return Optional.empty();
  }

  /** True if the name of a key says that its value is a password. */
  public static boolean isPasswordKey(String key) {
    return Forms.KEY.matcher(key).matches();
  }

  /** The forms of secrets; loaded when something is masked, not when a file is read. */
  private static final class Forms {
    /** Behind a backtick that does not end a quotation. */
    private static final String WITHIN = "(?![.,;:)]*(?:\\s|$))";

    static final Pattern USER_INFO = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://([^/\\s\"'?#]+)@");
    static final Pattern ORACLE = Pattern.compile("jdbc:oracle:\\w+:([^@\\s\"']+/[^@\\s\"']+)@");
    static final Pattern PARAMETER =
        Pattern.compile(
            "[?&;][\\w.-]*(?:password|passwd|pwd|passphrase|secret|token|credential|signature"
                + "|api[_-]?key|access[_-]?key|account[_-]?key)[\\w.-]*=((?:[^&;\\s\"'#`]|`"
                + WITHIN
                + ")+)",
            Pattern.CASE_INSENSITIVE);
    static final Pattern KEY =
        Pattern.compile(
            "(?:[\\w.-]*[_.-])?(?:password|passwd|pwd|pw|passphrase|secret[_.-]?key|client[_.-]?secret"
                + "|private[_.-]?key|api[_.-]?key|access[_.-]?key|auth[_.-]?token)",
            Pattern.CASE_INSENSITIVE);
    static final Pattern KEYED =
        Pattern.compile(
            "(?<![\\w.-])[\"']?" + KEY.pattern() + "[\"']?[ \\t]*([:=])[ \\t]*",
            Pattern.CASE_INSENSITIVE);

    private Forms() {}

    static void collect(Pattern pattern, String text, List<Part> parts) {
      Matcher matcher = pattern.matcher(text);
      while (matcher.find()) {
        parts.add(new Part(matcher.start(1), matcher.end(1)));
      }
    }

    static void keyed(String text, List<Part> parts) {
      Matcher matcher = KEYED.matcher(text);
      while (matcher.find()) {
        int from = matcher.end();
        boolean colon = matcher.group(1).equals(":");
        if (colon
            && from == matcher.end(1)
            && from < text.length()
            && text.charAt(from - 1) == ':') {
          char next = text.charAt(from);
          if (next != '"' && next != '\'' && next != ' ' && next != '\n') {
            continue;
          }
        }
        int to = end(text, matcher.start(), from, colon);
        boolean shown = text.startsWith("${", from) || text.startsWith(MASK, from);
        if (to > from && !shown && !text.substring(from, to).equals("…")) {
          parts.add(new Part(from, to));
        }
      }
    }

    private static int end(String text, int keyStart, int from, boolean colon) {
      if (from >= text.length()) {
        return from;
      }
      char first = text.charAt(from);
      if (first == '"' || first == '\'') {
        int close = from + 1;
        while (close < text.length() && text.charAt(close) != first) {
          close += text.charAt(close) == '\\' && first == '"' ? 2 : 1;
        }
        boolean substituted = text.startsWith("${", from + 1);
        return substituted ? from : Math.min(text.length(), close + 1);
      }
      int line = text.indexOf('\n', from);
      int stop = line < 0 ? text.length() : line;
      int lineStart = text.lastIndexOf('\n', keyStart) + 1;
      boolean braces = text.substring(lineStart, keyStart).indexOf('{') >= 0;
      int end = from;
      while (end < stop && !ends(text, end, colon, braces)) {
        end++;
      }
      return end;
    }

    private static boolean endsQuotation(String text, int backtick) {
      int next = backtick + 1;
      while (next < text.length() && ".,;:)".indexOf(text.charAt(next)) >= 0) {
        next++;
      }
      return next == text.length() || Character.isWhitespace(text.charAt(next));
    }

    private static boolean ends(String text, int at, boolean colon, boolean braces) {
      char point = text.charAt(at);
      if (!colon) {
        return Character.isWhitespace(point)
            || "&;,\"'#".indexOf(point) >= 0
            || point == '`' && endsQuotation(text, at);
      }
      boolean comment = point == ' ' && at + 1 < text.length() && text.charAt(at + 1) == '#';
      return comment || point == '\r' || (braces && (point == ',' || point == '}'));
    }
  }
}
