package tidemark.runner.graph;

import tidemark.runner.graph.PlanGraph.Node;

/** A graph as a Mermaid flowchart, which Markdown pages draw. */
public final class Mermaid {
  private Mermaid() {}

  /** The text, without a fence. */
  public static String of(PlanGraph graph) {
    StringBuilder text = new StringBuilder("flowchart LR\n");
    for (Node node : graph.nodes()) {
      String label = label(node.name()) + "<br/>" + label(node.operator());
      String shape =
          switch (node.role()) {
            case SOURCE -> "([\"%s\"])";
            case STEP -> "[\"%s\"]";
            case STATEFUL -> "[(\"%s\")]";
            case SINK -> "[/\"%s\"/]";
          };
      text.append("  ").append(id(node.id())).append(shape.formatted(label)).append('\n');
    }
    for (Node node : graph.nodes()) {
      for (String input : node.inputs()) {
        text.append("  ").append(id(input)).append(" --> ").append(id(node.id())).append('\n');
      }
    }
    return text.toString();
  }

  /** Some words mean something to Mermaid, so no id stands alone. */
  private static String id(String id) {
    return "n_" + id.replace('.', '_');
  }

  private static String label(String text) {
    return text.replace("&", "&amp;").replace("\"", "&quot;").replace("<", "&lt;");
  }
}
