package tidemark.runner.layout;

/**
 * Folders that paths are seen from, absolute, so that data that was moved together with its
 * checkpoint is still recognised.
 *
 * @param pipeline the folder of the pipeline file; empty if there is none
 * @param checkpoint the checkpoint's folder; empty if it is not known
 */
public record Places(String pipeline, String checkpoint) {
  public static final Places UNKNOWN = new Places("", "");
}
