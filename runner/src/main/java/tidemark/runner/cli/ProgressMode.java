package tidemark.runner.cli;

import java.util.List;
import java.util.Locale;

/** How a run shows its progress. */
enum ProgressMode {
  /** A line of the terminal that is overwritten. */
  LIVE,
  /** Lines for a log, at most one a second. */
  PLAIN,
  /** A JSON object for each batch and for the whole run. */
  JSON,
  /** Nothing. */
  NONE;

  /** The words of {@code --progress}. */
  static final List<String> WORDS = List.of("auto", "live", "plain", "json", "none");

  /**
   * The mode that a word stands for; {@code auto} is live on a terminal that can overwrite a line.
   *
   * @param word one of {@link #WORDS}
   */
  static ProgressMode of(String word, Console console) {
    if (!word.equals("auto")) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
    return console.live() ? LIVE : PLAIN;
  }
}
