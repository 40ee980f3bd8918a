package tidemark.runner.compile;

import java.util.List;

/** Text in titled sections of aligned entries. */
final class Page {
  private static final int WIDTH = 12;

  private final StringBuilder text = new StringBuilder();

  /** Starts a section. */
  void title(String title) {
    if (!text.isEmpty()) {
      text.append('\n');
    }
    text.append(title).append('\n');
  }

  /** A name and what it stands for. */
  void entry(String name, String value) {
    text.append("  ").append(name).append(" ".repeat(Math.max(1, WIDTH - name.length())));
    text.append(value).append('\n');
  }

  /** A name and several lines; nothing if there are none. */
  void entry(String name, List<String> values) {
    String label = name;
    for (String value : values) {
      entry(label, value);
      label = "";
    }
  }

  String text() {
    return text.toString();
  }
}
