package tidemark.runner.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Completes the examples of the code pages to whole pipelines. */
final class ExampleFrame {
  private static final String COLUMNS =
      "{ts: timestamp, seen: timestamp, id: bigint, request_id: string, site: string, user: string,"
          + " status: int, bytes: bigint, latency_ms: int, requests: bigint, amount: double,"
          + " tags: array<string>, attributes: \"map<string,string>\"}";
  private static final Map<String, String> SOURCES = new LinkedHashMap<>();
  private static final Pattern LAST_STEP =
      Pattern.compile("^(?:  |steps: \\{)([\\w-]+):", Pattern.MULTILINE);

  static {
    SOURCES.put("access", "watermark: {column: ts, delay: 10 minutes}");
    SOURCES.put("ads", "watermark: {column: ts, delay: 10 minutes}");
    SOURCES.put("clicks", "watermark: {column: ts, delay: 10 minutes}");
    SOURCES.put("late", "watermark: {column: seen, delay: 10 minutes}");
    SOURCES.put("app", "on_bad_record: fail");
  }

  private ExampleFrame() {}

  /** The whole pipeline around an example, which stands at the end. */
  static String around(DocumentBlock block) {
    String text = block.text();
    return switch (block.kind()) {
      case "top" -> top(text);
      case "step" -> top("steps:\n  it:\n    from: access\n" + indented(text));
      case "source" ->
          top(
              "sources:\n  access:\n"
                  + (text.contains("file:") ? "" : "    file: {path: in, format: ndjson}\n")
                  + (text.matches("(?s).*(columns|schema):.*")
                      ? ""
                      : "    columns: " + COLUMNS + "\n")
                  + indented(text));
      case "sink" -> top("sinks:\n  out:\n    from: access\n" + indented(text));
      default -> throw new IllegalArgumentException(block + " is of no known kind");
    };
  }

  private static String top(String text) {
    StringBuilder frame = new StringBuilder();
    add(frame, text, "format", " 1\n");
    add(frame, text, "pipeline", " example\n");
    StringBuilder sources = new StringBuilder("\n");
    SOURCES.forEach(
        (id, rest) -> {
          if (id.equals("access") || text.matches("(?s).*[ \\[]" + id + "[],}\\s].*")) {
            sources.append(
                "  %s: {file: {path: %s, format: ndjson}, columns: %s, %s}\n"
                    .formatted(id, id, COLUMNS, rest));
          }
        });
    add(frame, text, "sources", sources.toString());
    String from = lastStep(text).orElse(lastSource(text));
    add(frame, text, "sinks", "\n  out: {from: %s, console: {}}\n".formatted(from));
    return frame + text;
  }

  private static void add(StringBuilder frame, String text, String key, String value) {
    if (!has(text, key)) {
      frame.append(key).append(':').append(value);
    }
  }

  private static boolean has(String text, String key) {
    return text.startsWith(key + ":") || text.contains("\n" + key + ":");
  }

  private static Optional<String> lastStep(String text) {
    return has(text, "steps") ? last(text.substring(text.indexOf("steps:"))) : Optional.empty();
  }

  private static String lastSource(String text) {
    Matcher flow = Pattern.compile("sources: \\{(\\w+):").matcher(text);
    return has(text, "sources")
        ? flow.find() ? flow.group(1) : last(text).orElse("access")
        : "access";
  }

  private static Optional<String> last(String section) {
    List<String> ids = LAST_STEP.matcher(section).results().map(m -> m.group(1)).toList();
    return ids.isEmpty() ? Optional.empty() : Optional.of(ids.get(ids.size() - 1));
  }

  private static String indented(String text) {
    return text.indent(4);
  }
}
