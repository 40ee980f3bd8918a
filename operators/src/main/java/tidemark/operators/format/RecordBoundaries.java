package tidemark.operators.format;

/** Where the bytes of a file may be cut so that every piece holds whole records. */
public final class RecordBoundaries {
  private final boolean splittable;

  RecordBoundaries(FormatOptions options) {
    boolean multiline = options.format() == Format.CSV && options.csv().multiline();
    this.splittable = !multiline && Transcoding.isAsciiCompatible(options.encoding());
  }

  /**
   * Whether a file can be cut anywhere but at its start: every line end ends a record. False for
   * multi-line csv and for encodings in which the byte 10 can be a part of a character.
   */
  public boolean isSplittable() {
    return splittable;
  }

  /**
   * The start of the first record that starts after {@code buffer[from]}: the offset behind the
   * first line end in {@code buffer[from, to)}, or -1 if there is none. To cut at or after an
   * offset {@code o > 0} of a file, look from the byte {@code o - 1} on.
   */
  public int nextStart(byte[] buffer, int from, int to) {
    int end = Words.indexOf(buffer, from, to, (byte) '\n');
    return end < 0 ? -1 : end + 1;
  }
}
