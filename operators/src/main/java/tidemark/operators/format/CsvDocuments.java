package tidemark.operators.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.types.Schema;
import tidemark.operators.types.StructType;

/**
 * Reads csv records, each a text of its own, as structs, by the rules of Spark's {@code from_csv}:
 * fields that are missing or do not fit are null, line breaks are characters like others.
 */
public final class CsvDocuments {
  /** The field of a struct that is given the texts of bad records. */
  public static final String CORRUPT = "_corrupt_record";

  private final int corrupt;
  private final Schema schema;
  private final FormatOptions options;
  private final BitSet all;
  private boolean bad;

  public CsvDocuments(StructType type, FormatOptions options) {
    this.corrupt = type.indexOf(CORRUPT);
    this.schema =
        new Schema(type.fields().stream().filter(f -> !f.name().equals(CORRUPT)).toList());
    this.options = options;
    this.all = new BitSet();
    all.set(0, schema.size());
  }

  /**
   * The fields of a record, without their quotes. A line break is a character like others, but one
   * that is shown as a control character.
   */
  public static List<String> fields(String record, CsvOptions options) {
    String line = record.replace('\n', '\u0001').replace('\r', '\u0001');
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return CsvRecord.fields(bytes, 0, bytes.length, options).stream()
        .map(field -> new String(field.text(), StandardCharsets.UTF_8))
        .toList();
  }

  /**
   * Appends the record as a struct; of nulls if the text is empty. The field for bad records, if
   * there is one, is no part of the record.
   *
   * @return whether all of it fits the type
   */
  public boolean append(byte[] source, int from, int to, StructBuilder out) {
    bad = false;
    Decoder decoder =
        Formats.decoder(
            options,
            schema,
            all,
            BadRecordPolicy.KEEP,
            Optional.empty(),
            (place, line, buffer, start, length, reason) -> bad = true,
            "");
    if (isPlain(source, from, to)) {
      decoder.decode(source, from, to, true);
    } else {
      byte[] line = oneLine(CsvRecord.fields(source, from, to, options.csv()));
      decoder.decode(line, 0, line.length, true);
    }
    Batch read = decoder.take();
    int column = 0;
    for (int i = 0; i < out.fieldCount(); i++) {
      if (i == corrupt) {
        appendCorrupt(source, from, to, (BytesBuilder) out.field(i));
      } else if (read.size() == 0) {
        out.field(i).appendNull();
        column++;
      } else {
        out.field(i).append(read.column(column++), 0);
      }
    }
    out.closeRow();
    return !bad && from < to;
  }

  /** Whether the decoder of lines reads the text as the one record that it is. */
  private static boolean isPlain(byte[] source, int from, int to) {
    boolean blank = true;
    for (int at = from; at < to; at++) {
      byte c = source[at];
      if (c == '"' || c == '\n' || c == '\r') {
        return false;
      }
      blank &= c == ' ' || c == '\t';
    }
    return !blank || from == to;
  }

  /**
   * The record anew, with every field in quotes that is no plain text, for the decoder of lines.
   */
  private byte[] oneLine(List<CsvRecord.CsvField> fields) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int i = 0; i < fields.size(); i++) {
      if (i > 0) {
        line.write(options.csv().delimiter());
      }
      CsvRecord.CsvField field = fields.get(i);
      if (field.isQuoted() || !isPlain(field.text(), 0, field.text().length)) {
        quote(field.text(), line);
      } else {
        line.writeBytes(field.text());
      }
    }
    return line.toByteArray();
  }

  private void quote(byte[] text, ByteArrayOutputStream line) {
    CsvOptions csv = options.csv();
    line.write(csv.quote());
    for (byte c : text) {
      if (c == csv.quote() || c == csv.escape()) {
        line.write(csv.escape());
      }
      line.write(c);
    }
    line.write(csv.quote());
  }

  private void appendCorrupt(byte[] source, int from, int to, BytesBuilder out) {
    if (bad) {
      out.append(source, from, withoutLineEnd(source, from, to) - from);
    } else {
      out.appendNull();
    }
  }

  /** Where the text ends without its last line break, if it has one. */
  private static int withoutLineEnd(byte[] source, int from, int to) {
    if (to > from && source[to - 1] == '\n') {
      return to - 1 > from && source[to - 2] == '\r' ? to - 2 : to - 1;
    }
    return to > from && source[to - 1] == '\r' ? to - 1 : to;
  }
}
