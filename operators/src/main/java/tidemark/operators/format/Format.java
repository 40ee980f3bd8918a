package tidemark.operators.format;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How the records of a file or message are written. */
public enum Format {
  /** One JSON object a line. */
  NDJSON,
  /** Delimited fields, RFC 4180. */
  CSV,
  /** One string column a line. */
  TEXT,
  /** Columns of row groups, described by a footer. */
  PARQUET,
  /** Blocks of records behind a schema. */
  AVRO;

  /** Whether records are bytes one behind the other, as decoders and encoders of text want them. */
  public boolean isText() {
    return this == NDJSON || this == CSV || this == TEXT;
  }

  /** The word in the pipeline file. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The format with this word. */
  public static Optional<Format> of(String word) {
    return Arrays.stream(values()).filter(f -> f.word().equals(word)).findFirst();
  }

  /** All words. */
  public static List<String> words() {
    return Arrays.stream(values()).map(Format::word).toList();
  }
}
