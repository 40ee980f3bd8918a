package tidemark.operators.format;

import java.util.Optional;

/**
 * How csv records are written; all characters are ASCII.
 *
 * @param header whether the first record of a file names the columns
 * @param escape stands before a quote inside a quoted field; the quote itself means doubled quotes
 * @param comment lines that start with it are skipped
 * @param multiline whether a quoted field may contain line breaks
 * @param nullValue the text that means null. An empty field is null in any case; a quoted empty
 *     field is null too unless a null value is given, as in Spark
 * @param trimLeading whether spaces and tabs before an unquoted value are dropped
 * @param trimTrailing whether spaces and tabs after an unquoted value are dropped
 */
public record CsvOptions(
    boolean header,
    char delimiter,
    char quote,
    char escape,
    Optional<Character> comment,
    boolean multiline,
    Optional<String> nullValue,
    boolean trimLeading,
    boolean trimTrailing) {
  /** RFC 4180: comma, double quote, doubled quotes, no header, records of one line. */
  public static final CsvOptions RFC_4180 =
      new CsvOptions(false, ',', '"', '"', Optional.empty(), false, Optional.empty(), false, false);

  /** The same with a header. */
  public CsvOptions withHeader() {
    return new CsvOptions(
        true, delimiter, quote, escape, comment, multiline, nullValue, trimLeading, trimTrailing);
  }
}
