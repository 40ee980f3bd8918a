package tidemark.runner.graph;

import tidemark.runner.graph.PlanGraph.Node;

/** A graph in the DOT language of Graphviz. */
public final class Graphviz {
  private Graphviz() {}

  /** The document. */
  public static String of(PlanGraph graph) {
    StringBuilder text = new StringBuilder();
    text.append("digraph ").append(quoted(graph.pipeline())).append(" {\n");
    text.append("  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n");
    for (Node node : graph.nodes()) {
      String shape =
          switch (node.role()) {
            case SOURCE -> "oval";
            case STEP -> "box";
            case STATEFUL -> "cylinder";
            case SINK -> "house";
          };
      text.append(
          "  %s [shape=%s, label=%s];\n"
              .formatted(quoted(node.id()), shape, quoted(node.name() + "\n" + node.operator())));
    }
    for (Node node : graph.nodes()) {
      for (String input : node.inputs()) {
        text.append("  %s -> %s;\n".formatted(quoted(input), quoted(node.id())));
      }
    }
    return text.append("}\n").toString();
  }

  private static String quoted(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return '"' + escaped + '"';
  }
}
