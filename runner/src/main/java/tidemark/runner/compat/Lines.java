package tidemark.runner.compat;

import java.util.List;
import java.util.stream.Collectors;

/** Lines of YAML to paste into a pipeline file. */
final class Lines {
  private Lines() {}

  static String accept(String change) {
    return "upgrade: {accept: [" + change + "]}";
  }

  static String moved(String from, String to) {
    return "upgrade: {moved: [{from: " + from + ", to: " + to + "}]}";
  }

  static String drain(String step) {
    return "upgrade: {drain: [" + step.substring(step.indexOf('.') + 1) + "]}";
  }

  static String restart(String source) {
    return "upgrade: {restart: [" + source + "]}";
  }

  /** What something is and was. */
  static String otherwise(String name, String was, String is) {
    return "`"
        + name
        + "` was `"
        + TableSteps.readable(was)
        + "`, is `"
        + TableSteps.readable(is)
        + "`";
  }

  /** What a node reads, and read. */
  static String rewired(List<String> was, List<String> is) {
    return "it reads " + quoted(is) + " instead of " + quoted(was);
  }

  /** Names in code marks, with commas. */
  static String quoted(List<String> names) {
    return names.stream().map(n -> "`" + n + "`").collect(Collectors.joining(", "));
  }
}
