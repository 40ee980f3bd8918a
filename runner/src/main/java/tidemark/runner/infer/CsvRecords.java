package tidemark.runner.infer;

import java.util.ArrayList;
import java.util.List;

/** The records of a comma-separated text after RFC 4180. */
final class CsvRecords {
  private final String text;
  private int at;

  private CsvRecords(String text) {
    this.text = text;
  }

  /**
   * One record.
   *
   * @param raw as it is written, without its line break
   */
  record Csv(String raw, List<Field> fields) {
    Csv {
      fields = List.copyOf(fields);
    }
  }

  /** One field; what is quoted is text, whatever it looks like. */
  record Field(String text, Quoting quoting) {}

  /** Whether a field stands in quotes. */
  enum Quoting {
    BARE,
    QUOTED
  }

  static List<Csv> of(String text, int most) {
    CsvRecords records = new CsvRecords(text.startsWith("\ufeff") ? text.substring(1) : text);
    List<Csv> all = new ArrayList<>();
    while (records.at < records.text.length() && all.size() < most) {
      Csv read = records.next();
      if (!read.raw().isEmpty()) {
        all.add(read);
      }
    }
    return all;
  }

  private Csv next() {
    int from = at;
    List<Field> fields = new ArrayList<>();
    boolean more = true;
    while (more) {
      fields.add(field());
      more = at < text.length() && text.charAt(at) == ',';
      at += more ? 1 : 0;
    }
    String raw = text.substring(from, at);
    at += at < text.length() && text.charAt(at) == '\r' ? 1 : 0;
    at += at < text.length() && text.charAt(at) == '\n' ? 1 : 0;
    return new Csv(raw, fields);
  }

  private Field field() {
    if (at >= text.length() || text.charAt(at) != '"') {
      int from = at;
      while (at < text.length() && ",\r\n".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      return new Field(text.substring(from, at), Quoting.BARE);
    }
    StringBuilder value = new StringBuilder();
    at++;
    while (at < text.length()) {
      boolean quote = text.charAt(at) == '"';
      boolean doubled = quote && at + 1 < text.length() && text.charAt(at + 1) == '"';
      if (quote && !doubled) {
        at++;
        break;
      }
      value.append(text.charAt(at));
      at += doubled ? 2 : 1;
    }
    while (at < text.length() && ",\r\n".indexOf(text.charAt(at)) < 0) {
      value.append(text.charAt(at++));
    }
    return new Field(value.toString(), Quoting.QUOTED);
  }
}
