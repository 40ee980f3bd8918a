package tidemark.operators.builtin.filesource;

import java.util.List;

/** What happens to a file whose size or content changed after it was read. */
enum ChangedFiles {
  /** It is reported and not read again. */
  REPORT,
  /** The run fails and names it. */
  FAIL,
  /** It is read again from its start: its rows come at least once, state keeps the old ones. */
  READ_AGAIN;

  static final List<String> WORDS = List.of("report", "fail", "read_again");

  static ChangedFiles ofWord(String word) {
    return values()[WORDS.indexOf(word)];
  }
}
