package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.time.WindowSpec;

/**
 * What a {@link PlanDocument} says about time and state, read back from a checkpoint.
 *
 * @param watermarks in the order of the plan
 * @param steps those that keep state, in the order of the plan
 */
public record StoredPlan(
    OutputMode mode, WatermarkChoice choice, List<Watermark> watermarks, List<Step> steps) {
  private static final String BY_KEY = "its key ";

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
   * @param operator {@code aggregate} or {@code limit}
   * @param window how it cuts event time, if it does
   * @param closing what lets its groups leave the state
   */
  public record Step(String node, String operator, Optional<Window> window, Closing closing) {}

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
  }

  /** Reads a document; empty if it has a shape that this release does not know. */
  public static Optional<StoredPlan> of(String json) {
    try {
      return Optional.of(read(JsonTree.read(json)));
    } catch (IllegalArgumentException | ArithmeticException unknown) {
      return Optional.empty();
    }
  }

  private static StoredPlan read(Map<String, Object> document) {
    List<Watermark> watermarks = new ArrayList<>();
    List<Step> steps = new ArrayList<>();
    OutputMode mode = mode(text(document, "output_mode"));
    object(document.get("nodes"))
        .forEach(
            (id, value) -> {
              Map<String, Object> node = object(value);
              if (text(node, "operator").equals("watermark")) {
                watermarks.add(
                    new Watermark(
                        id, text(node, "column"), Lengths.micros(text(node, "delay")) / 1000));
              } else if (node.containsKey("state")) {
                steps.add(step(id, node, mode));
              }
            });
    WatermarkChoice choice =
        text(document, "watermark_policy").equals("max")
            ? WatermarkChoice.LARGEST
            : WatermarkChoice.SMALLEST;
    return new StoredPlan(mode, choice, watermarks, steps);
  }

  private static Step step(String id, Map<String, Object> node, OutputMode mode) {
    Optional<Window> window =
        node.containsKey("window")
            ? Optional.of(window(text(node, "window")))
            : Optional.<Window>empty();
    boolean closes = node.containsKey("closed_by") && mode != OutputMode.COMPLETE;
    Closing closing = closes ? closing(text(node, "closed_by")) : new Closing.Never();
    return new Step(id, text(node, "operator"), window, closing);
  }

  private static Closing closing(String text) {
    if (text.startsWith(BY_KEY)) {
      return new Closing.ByColumn(text.substring(BY_KEY.length()));
    }
    return text.equals("nothing") ? new Closing.Never() : new Closing.ByWindow();
  }

  /** The reverse of {@link OperatorText#window}. */
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

  private static OutputMode mode(String word) {
    for (OutputMode mode : OutputMode.values()) {
      if (mode.word().equals(word)) {
        return mode;
      }
    }
    throw new IllegalArgumentException("no output mode: " + word);
  }

  private static String text(Map<String, Object> object, String name) {
    if (object.get(name) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException("no text: " + name);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Object value) {
    if (value instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw new IllegalArgumentException("no object");
  }
}
