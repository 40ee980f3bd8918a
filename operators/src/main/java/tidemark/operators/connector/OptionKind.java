package tidemark.operators.connector;

/** What an option's text is read as. */
public enum OptionKind {
  TEXT,
  /** A list of names, none twice. */
  NAMES,
  /** A list of texts, any of them again. */
  TEXTS,
  /** Names with texts; where a name says that its text is a secret, it is masked as one. */
  PAIRS,
  /** A path, relative to the pipeline file unless absolute. */
  PATH,
  /** A path to a folder; where it is not written, the folder of the pipeline file. */
  FOLDER,
  /** A whole number, not negative. */
  COUNT,
  BOOLEAN,
  /** A duration such as {@code 10 minutes}; value in milliseconds. */
  DURATION,
  /** A size such as {@code 64MB}; value in bytes. */
  SIZE,
  /** One character, or the escapes {@code \t}, {@code \\}. */
  CHARACTER,
  /** Masked wherever it is shown. */
  SECRET
}
