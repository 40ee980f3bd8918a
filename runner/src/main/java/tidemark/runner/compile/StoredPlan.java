package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.time.WindowSpec;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.Lengths;
import tidemark.runner.layout.NodeLayout;

/**
 * What a {@link Layout} says about time and state, read back from a checkpoint.
 *
 * @param watermarks in the order of the plan
 * @param steps those that keep state, in the order of the plan
 */
public record StoredPlan(
    OutputMode mode, WatermarkChoice choice, List<Watermark> watermarks, List<Step> steps) {
  private static final String BY_KEY = "its key ";
  private static final String LEFT_KEPT = "left_kept";
  private static final String RIGHT_KEPT = "right_kept";

  public StoredPlan {
    watermarks = List.copyOf(watermarks);
    steps = List.copyOf(steps);
  }

  /** Which of several watermarks is in force. */
  public enum WatermarkChoice {
    SMALLEST,
    LARGEST
  }

  /**
   * A node that follows event time.
   *
   * @param node its id
   */
  public record Watermark(String node, String column, long delayMillis) {}

  /**
   * A node that keeps state.
   *
   * @param node its id
   * @param operator {@code aggregate}, {@code deduplicate}, {@code stateful}, {@code limit} …
   * @param window how it cuts event time, if it does
   * @param closing what lets its groups leave the state
   * @param actsOnWatermark whether it has work to do when the watermark moves and no row comes
   * @param lagMillis how far the watermark of its input lies behind that of the pipeline
   */
  public record Step(
      String node,
      String operator,
      Optional<Window> window,
      Closing closing,
      boolean actsOnWatermark,
      long lagMillis) {}

  /**
   * A window.
   *
   * @param text as the pipeline file writes it
   */
  public record Window(String text, WindowSpec spec) {}

  /** What lets a group leave the state. */
  public sealed interface Closing {
    /** Nothing does. */
    record Never() implements Closing {}

    /** The end of its window. */
    record ByWindow() implements Closing {}

    /** The event time in this column. */
    record ByColumn(String column) implements Closing {}

    /**
     * The time of the rows that a join keeps, on at least one side.
     *
     * @param left until when rows of the left side are kept
     */
    record BySide(String left, String right) implements Closing {}
  }

  /** Reads a document; empty if it has a shape that this release does not know. */
  public static Optional<StoredPlan> of(String json) {
    try {
      return Optional.of(of(Layout.parse(json)));
    } catch (IllegalArgumentException | ArithmeticException unknown) {
      return Optional.empty();
    }
  }

  private static StoredPlan of(Layout layout) {
    List<Watermark> watermarks = new ArrayList<>();
    List<Step> steps = new ArrayList<>();
    StoredLags lags = StoredLags.of(layout);
    for (NodeLayout node : layout.nodes().values()) {
      if (node.operator().equals("watermark")) {
        long delay = Lengths.micros(node.text("delay").orElseThrow()) / 1000;
        watermarks.add(new Watermark(node.id(), node.text("column").orElseThrow(), delay));
      } else if (node.state().isPresent()) {
        steps.add(step(node, layout.mode(), lags.inputMillis(node)));
      }
    }
    WatermarkChoice choice =
        switch (layout.watermarks()) {
          case MAX -> WatermarkChoice.LARGEST;
          case MIN -> WatermarkChoice.SMALLEST;
        };
    return new StoredPlan(layout.mode(), choice, watermarks, steps);
  }

  private static Step step(NodeLayout node, OutputMode mode, long lagMillis) {
    return new Step(
        node.id(),
        node.operator(),
        node.text("window").map(StoredPlan::window),
        closing(node, mode).orElse(new Closing.Never()),
        actsOnWatermark(node, mode),
        lagMillis);
  }

  /** The rule of {@link LogicalOp#actsOnWatermark}, in the words of the document. */
  private static boolean actsOnWatermark(NodeLayout node, OutputMode mode) {
    return switch (node.operator()) {
      case "aggregate" -> mode != OutputMode.COMPLETE;
      case "deduplicate" -> true;
      case "join" -> forgets(node);
      case "stateful" -> node.text("time").filter("event_time"::equals).isPresent();
      default -> false;
    };
  }

  private static boolean forgets(NodeLayout join) {
    return Stream.of(LEFT_KEPT, RIGHT_KEPT)
        .flatMap(side -> join.text(side).stream())
        .anyMatch(kept -> !kept.equals("for ever"));
  }

  private static Optional<Closing> closing(NodeLayout node, OutputMode mode) {
    if (node.operator().equals("join")) {
      return Optional.of(node)
          .filter(StoredPlan::forgets)
          .map(
              join ->
                  new Closing.BySide(
                      join.text(LEFT_KEPT).orElseThrow(), join.text(RIGHT_KEPT).orElseThrow()));
    }
    Optional<String> forgotten = node.text("forgotten");
    if (forgotten.isPresent() || mode == OutputMode.COMPLETE) {
      return forgotten.map(StoredPlan::forgetting);
    }
    return node.text("closed_by").map(StoredPlan::closing);
  }

  private static Closing forgetting(String text) {
    if (text.startsWith("by " + BY_KEY)) {
      return new Closing.ByColumn(text.substring(3 + BY_KEY.length()));
    }
    return text.equals("never") ? new Closing.Never() : new Closing.ByColumn("expires_at");
  }

  static Closing closing(String text) {
    if (text.startsWith(BY_KEY)) {
      return new Closing.ByColumn(text.substring(BY_KEY.length()));
    }
    return text.equals("nothing") ? new Closing.Never() : new Closing.ByWindow();
  }

  /** The reverse of {@link tidemark.runner.meaning.OperatorText#window}. */
  static Window window(String text) {
    String[] offset = text.split(" offset ", 2);
    String[] every = offset[0].split(" every ", 2);
    String[] kind = every[0].split(" ", 2);
    if (kind.length < 2) {
      throw new IllegalArgumentException("no window: " + text);
    }
    long size = Lengths.micros(kind[1]);
    if (kind[0].equals("session")) {
      return new Window(text, new WindowSpec.Session(size));
    }
    long slide = every.length == 2 ? Lengths.micros(every[1]) : size;
    long start = offset.length == 2 ? Lengths.micros(offset[1]) : 0;
    if (size <= 0 || slide <= 0) {
      throw new IllegalArgumentException("no window: " + text);
    }
    return new Window(text, new WindowSpec.Fixed(size, slide, start));
  }
}
