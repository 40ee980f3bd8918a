package tidemark.operators.format;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * One csv record that is a text of its own, read as Spark reads it: line breaks are characters like
 * others; a quoted field whose quote is followed by more text is kept as it stands up to the next
 * delimiter; a quote that is never closed reaches to the end of the text.
 */
final class CsvRecord {
  /** A field: its bytes without quotes and escapes, and whether it stood in quotes. */
  static final class CsvField {
    private final byte[] text;
    private final boolean quoted;

    private CsvField(byte[] text, boolean quoted) {
      this.text = text;
      this.quoted = quoted;
    }

    byte[] text() {
      return text;
    }

    boolean isQuoted() {
      return quoted;
    }
  }

  private final CsvOptions options;
  private final byte[] source;
  private final int to;
  private int at;

  private CsvRecord(CsvOptions options, byte[] source, int from, int to) {
    this.options = options;
    this.source = source;
    this.at = from;
    this.to = to;
  }

  /** The fields of a record; there is at least one. */
  static List<CsvField> fields(byte[] source, int from, int to, CsvOptions options) {
    CsvRecord record = new CsvRecord(options, source, from, to);
    List<CsvField> fields = new ArrayList<>();
    fields.add(record.field());
    while (record.at < to) {
      record.at++;
      fields.add(record.field());
    }
    return fields;
  }

  private boolean isAt(char c) {
    return at < to && source[at] == c;
  }

  private CsvField field() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    if (!isAt(options.quote())) {
      rest(text);
      return new CsvField(text.toByteArray(), false);
    }
    at++;
    boolean quoted = quoted(text);
    return new CsvField(text.toByteArray(), quoted);
  }

  /** Takes everything up to the next delimiter. */
  private void rest(ByteArrayOutputStream text) {
    while (at < to && source[at] != options.delimiter()) {
      text.write(source[at++]);
    }
  }

  /** Takes what stands behind an opening quote; false if it turns out to be no quoted field. */
  private boolean quoted(ByteArrayOutputStream text) {
    while (at < to) {
      byte c = source[at++];
      if (c == options.escape() && at < to && isEscapable(source[at])) {
        text.write(source[at++]);
      } else if (c != options.quote()) {
        text.write(c);
      } else if (ends()) {
        return true;
      } else if (isAt(options.quote())) {
        text.write(c);
      } else {
        unquoted(text);
        return false;
      }
    }
    return isKept(text);
  }

  /** A quote that is never closed is a character if nothing stands behind it. */
  private boolean isKept(ByteArrayOutputStream text) {
    boolean kept = text.size() > 0;
    if (!kept) {
      text.write(options.quote());
    }
    return kept;
  }

  private boolean isEscapable(byte next) {
    return next == options.quote() || next == options.escape();
  }

  /** Whether only blanks stand before the field's end; skips them. */
  private boolean ends() {
    int end = at;
    while (end < to
        && source[end] != options.delimiter()
        && source[end] <= ' '
        && source[end] >= 0) {
      end++;
    }
    boolean ends = end == to || source[end] == options.delimiter();
    at = ends ? end : at;
    return ends;
  }

  /** The quotes were characters like others: they stay, and so does what follows. */
  private void unquoted(ByteArrayOutputStream text) {
    byte[] inside = text.toByteArray();
    text.reset();
    text.write(options.quote());
    text.writeBytes(inside);
    text.write(options.quote());
    rest(text);
  }
}
