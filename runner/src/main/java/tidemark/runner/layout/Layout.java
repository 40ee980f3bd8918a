package tidemark.runner.layout;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import tidemark.operators.connector.OutputMode;

/**
 * One plan generation: everything that a later run must agree with, or change knowingly. Nothing
 * cosmetic (descriptions, trigger, limits) and no secret.
 *
 * @param pipeline the pipeline's name
 * @param zone the time zone of the expressions, as an id
 * @param places where the run that wrote it stood
 * @param sources by id
 * @param sinks by id
 * @param nodes by node id, inputs before what reads them; as the pipeline file wires them, before
 *     any rewriting that only makes a plan quicker
 * @param deadLetters where dead letters go, if the pipeline says so
 * @param moved what {@code upgrade} of the file says was renamed: done for whoever comes after
 */
public record Layout(
    String pipeline,
    OutputMode mode,
    WatermarkChoice watermarks,
    String zone,
    Places places,
    Map<String, SourceLayout> sources,
    Map<String, SinkLayout> sinks,
    Map<String, NodeLayout> nodes,
    Optional<SinkLayout> deadLetters,
    List<Move> moved) {
  public Layout {
    sources = Collections.unmodifiableMap(new TreeMap<>(sources));
    sinks = Collections.unmodifiableMap(new TreeMap<>(sinks));
    nodes = Collections.unmodifiableMap(new LinkedHashMap<>(nodes));
    moved = List.copyOf(moved);
  }

  /** Paths of one thing, as it was called and as it is. */
  public record Move(String from, String to) {}

  /** Which of several watermarks is in force. */
  public enum WatermarkChoice {
    MIN,
    MAX;

    /** As the pipeline file writes it. */
    public String word() {
      return this == MIN ? "min" : "max";
    }
  }

  /**
   * Reads a document.
   *
   * @throws IllegalArgumentException if it is none, or has a shape that this release does not know
   */
  public static Layout parse(String json) {
    return LayoutReader.read(json);
  }

  /** As {@link #parse}; empty where that fails. */
  public static Optional<Layout> find(String json) {
    try {
      return Optional.of(parse(json));
    } catch (IllegalArgumentException | ArithmeticException unknown) {
      return Optional.empty();
    }
  }

  /** The document; the same layout always gives the same text. */
  public String json() {
    return json(UnaryOperator.identity());
  }

  /**
   * The same.
   *
   * @param mask hides secrets in texts; names of columns and keys stay as they are
   */
  public String json(UnaryOperator<String> mask) {
    return LayoutWriter.write(this, mask);
  }

  /** The node with this id. */
  public Optional<NodeLayout> node(String id) {
    return Optional.ofNullable(nodes.get(id));
  }

  /** The nodes that keep state, in the order of the plan. */
  public List<NodeLayout> stateful() {
    return nodes.values().stream().filter(n -> n.state().isPresent()).toList();
  }

  /** Where each sink writes, that of dead letters too, as {@link SinkLayout#places} names it. */
  public Map<String, List<String>> sinkPlaces() {
    Map<String, List<String>> found = new TreeMap<>();
    sinks.forEach((id, sink) -> found.put(id, sink.places(places)));
    deadLetters.ifPresent(sink -> found.put(sink.id(), sink.places(places)));
    return found;
  }

  /** The same seen from other places. */
  public Layout withPlaces(Places others) {
    return new Layout(
        pipeline, mode, watermarks, zone, others, sources, sinks, nodes, deadLetters, moved);
  }

  /** The same with other sources and nodes. */
  public Layout with(Map<String, SourceLayout> otherSources, Map<String, NodeLayout> otherNodes) {
    return new Layout(
        pipeline,
        mode,
        watermarks,
        zone,
        places,
        otherSources,
        sinks,
        otherNodes,
        deadLetters,
        moved);
  }

  /** The same with other sinks. */
  public Layout withSinks(Map<String, SinkLayout> others) {
    return new Layout(
        pipeline, mode, watermarks, zone, places, sources, others, nodes, deadLetters, moved);
  }

  /** The same with other nodes. */
  public Layout withNodes(Map<String, NodeLayout> others) {
    return new Layout(
        pipeline, mode, watermarks, zone, places, sources, sinks, others, deadLetters, moved);
  }
}
