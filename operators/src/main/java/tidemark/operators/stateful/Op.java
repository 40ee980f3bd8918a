package tidemark.operators.stateful;

import java.nio.charset.StandardCharsets;

/** What a row of an update does to the result. */
enum Op {
  /** A group that was not there. */
  INSERT("insert"),
  /** New values of a group. */
  UPDATE("update"),
  /** A session that was merged away, with the values it had. */
  DELETE("delete");

  private final byte[] word;

  Op(String word) {
    this.word = word.getBytes(StandardCharsets.UTF_8);
  }

  /** The word in the column, as UTF-8. */
  byte[] word() {
    return word;
  }
}
