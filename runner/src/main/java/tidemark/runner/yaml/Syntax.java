package tidemark.runner.yaml;

import java.util.List;

/** A node as it is written, anchors and aliases included. Offsets count code points of the file. */
sealed interface Syntax {
  /** Where the node begins, with its anchor. */
  int start();

  /** Where the node's content begins, behind its anchor. */
  int from();

  /** Behind its last code point. */
  int to();

  /** The anchor with its blank, or nothing. */
  String anchor();

  /** A scalar or an alias, as written. */
  record Leaf(int start, int from, int to, String anchor, Form form) implements Syntax {}

  /** How a leaf may be written anew. */
  enum Form {
    /** As it is, on one line. */
    LINE,
    /** Lines that are folded: what they are indented by means nothing. */
    FOLDED_LINES,
    /** A block behind {@code |} or {@code >}: what lines are indented by further counts. */
    BLOCK,
    ALIAS,
    /** Nothing at all. */
    EMPTY
  }

  /** One key with its value. */
  record Pair(Leaf key, Syntax value) {}

  /**
   * A mapping.
   *
   * @param column where a block's keys stand, from 0
   */
  record Mapping(
      int start, int from, int to, String anchor, Style style, int column, List<Pair> pairs)
      implements Syntax {}

  /**
   * A list.
   *
   * @param column where a block's signs stand, from 0
   */
  record Sequence(
      int start, int from, int to, String anchor, Style style, int column, List<Syntax> items)
      implements Syntax {}

  /** How a collection is written. */
  enum Style {
    BLOCK,
    /** In braces or brackets. */
    FLOW
  }
}
