package tidemark.runner.graph;

import java.util.HashMap;
import java.util.Map;
import tidemark.runner.graph.PlanGraph.Node;

/** A graph as a picture (SVG): a column a layer, arrows from left to right. */
public final class Drawing {
  private static final int WIDTH = 180;
  private static final int HEIGHT = 48;
  private static final int GAP_ACROSS = 70;
  private static final int GAP_DOWN = 24;
  private static final int MARGIN = 20;
  private static final int LETTERS = 24;

  private final PlanGraph graph;
  private final Map<String, Place> places = new HashMap<>();
  private final StringBuilder svg = new StringBuilder();

  private Drawing(PlanGraph graph) {
    this.graph = graph;
  }

  /** The left upper corner of a box. */
  private record Place(int x, int y) {}

  /** The document. */
  public static String of(PlanGraph graph) {
    return new Drawing(graph).draw();
  }

  private String draw() {
    Map<Integer, Integer> rows = new HashMap<>();
    int right = 0;
    int below = 0;
    for (Node node : graph.nodes()) {
      int row = rows.merge(node.layer(), 1, Integer::sum) - 1;
      int x = MARGIN + node.layer() * (WIDTH + GAP_ACROSS);
      int y = MARGIN + row * (HEIGHT + GAP_DOWN);
      places.put(node.id(), new Place(x, y));
      right = Math.max(right, x + WIDTH);
      below = Math.max(below, y + HEIGHT);
    }
    int width = right + MARGIN;
    int height = below + MARGIN;
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" \
        font-family="sans-serif" font-size="12">
        <title>%s</title>
        <defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" \
        markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>
        <rect width="%d" height="%d" fill="#fff"/>
        """
            .formatted(width, height, width, height, escaped(graph.pipeline()), width, height));
    graph.nodes().forEach(this::arrows);
    graph.nodes().forEach(this::box);
    return svg.append("</svg>\n").toString();
  }

  private void arrows(Node node) {
    Place to = places.get(node.id());
    for (String input : node.inputs()) {
      Place from = places.get(input);
      int x1 = from.x() + WIDTH;
      int y1 = from.y() + HEIGHT / 2;
      int y2 = to.y() + HEIGHT / 2;
      int bend = x1 + GAP_ACROSS / 2;
      svg.append(
          "<path d=\"M%d %dC%d %d %d %d %d %d\" fill=\"none\" stroke=\"#555\" marker-end=\"url(#end)\"/>\n"
              .formatted(x1, y1, bend, y1, to.x() - GAP_ACROSS / 2, y2, to.x(), y2));
    }
  }

  private void box(Node node) {
    Place at = places.get(node.id());
    String fill =
        switch (node.role()) {
          case SOURCE -> "#d9ecff";
          case STEP -> "#f2f2f2";
          case STATEFUL -> "#ffe9c7";
          case SINK -> "#dcf3dc";
        };
    svg.append("<g><title>%s</title>".formatted(escaped(String.join("\n", node.columns()))));
    svg.append(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"%s\" stroke=\"#555\"/>"
            .formatted(at.x(), at.y(), WIDTH, HEIGHT, fill));
    line(node.name(), at, 20, "font-weight=\"bold\"");
    line(node.operator(), at, 37, "fill=\"#555\"");
    svg.append("</g>\n");
  }

  private void line(String text, Place at, int down, String style) {
    String cut = text.length() > LETTERS ? text.substring(0, LETTERS - 1) + "…" : text;
    svg.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" %s>%s</text>"
            .formatted(at.x() + WIDTH / 2, at.y() + down, style, escaped(cut)));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
