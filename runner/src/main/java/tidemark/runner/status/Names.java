package tidemark.runner.status;

/** Ids of nodes as the pipeline file writes them; they are unique there. */
final class Names {
  private static final String WATERMARK = ".watermark";

  private Names() {}

  /** {@code access} for {@code sources.access.watermark}, {@code traffic} for the step's node. */
  static String shown(String node) {
    String id = node.substring(node.indexOf('.') + 1);
    return id.endsWith(WATERMARK) ? id.substring(0, id.length() - WATERMARK.length()) : id;
  }
}
