package tidemark.runner.compile;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tidemark.operators.plan.WatermarkFlow;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.Lengths;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.meaning.JoinText;

/**
 * How far the watermark of each step's input lies behind that of the pipeline, by a stored plan:
 * the rules of {@link WatermarkFlow}, in the words of the document.
 */
final class StoredLags {
  /** How {@link JoinText#kept} writes a side whose rows stay for a time after their own. */
  private static final Pattern KEPT =
      Pattern.compile(
          "until the watermark (passes|reaches) .*?"
              + "(?: ([+-]) ([0-9]+ [a-z]+(?: [0-9]+ [a-z]+)*))?");

  private final Map<String, OptionalLong> inputs = new HashMap<>();
  private final Map<String, OptionalLong> outputs = new HashMap<>();

  private StoredLags() {}

  static StoredLags of(Layout layout) {
    StoredLags lags = new StoredLags();
    layout.nodes().values().forEach(lags::visit);
    return lags;
  }

  /** That of a node's input, in milliseconds; 0 if there is no watermark above it. */
  long inputMillis(NodeLayout node) {
    return inputs.get(node.id()).orElse(0);
  }

  private void visit(NodeLayout node) {
    OptionalLong input =
        node.inputs().stream()
            .map(id -> outputs.getOrDefault(id, OptionalLong.empty()))
            .filter(OptionalLong::isPresent)
            .mapToLong(OptionalLong::getAsLong)
            .max();
    inputs.put(node.id(), input);
    outputs.put(node.id(), output(node, input));
  }

  private static OptionalLong output(NodeLayout node, OptionalLong input) {
    return switch (node.operator()) {
      case "watermark" -> OptionalLong.of(0);
      case "join" -> OptionalLong.of(input.orElse(0) + behind(node));
      case "stateful" ->
          node.text("time").filter("event_time"::equals).isPresent() ? input : OptionalLong.empty();
      default -> input;
    };
  }

  private static long behind(NodeLayout join) {
    return Stream.of("left_kept", "right_kept")
        .flatMap(side -> join.text(side).stream())
        .mapToLong(StoredLags::kept)
        .max()
        .orElse(0);
  }

  private static long kept(String text) {
    Matcher kept = KEPT.matcher(text);
    if (!kept.matches()) {
      return 0;
    }
    long after = kept.group(3) == null ? 0 : Lengths.micros(kept.group(3)) / 1000;
    long behind = "-".equals(kept.group(2)) ? -after : after;
    return Math.max(0, kept.group(1).equals("passes") ? behind + 1 : behind);
  }
}
