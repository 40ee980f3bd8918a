package tidemark.operators.format;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.types.Schema;
import tidemark.operators.types.StructType;

/**
 * Reads csv records, each a text of its own, as structs, by the rules of Spark's {@code from_csv}:
 * fields that are missing or do not fit are null, what follows the record is ignored.
 */
public final class CsvDocuments {
  private final Schema schema;
  private final FormatOptions options;
  private final BitSet all;
  private boolean bad;

  public CsvDocuments(StructType type, FormatOptions options) {
    this.schema = new Schema(type.fields());
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
    CsvFields read = new CsvFields(options);
    int unused = read.scan(bytes, 0, bytes.length, true);
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < read.count; i++) {
      int from = read.starts[i];
      fields.add(new String(bytes, from, read.ends[i] - from, StandardCharsets.UTF_8));
    }
    return fields;
  }

  /**
   * Appends the record as a struct; of nulls if the text is blank.
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
    decoder.decode(source, from, to, true);
    Batch read = decoder.take();
    for (int i = 0; i < out.fieldCount(); i++) {
      if (read.size() == 0) {
        out.field(i).appendNull();
      } else {
        out.field(i).append(read.column(i), 0);
      }
    }
    out.closeRow();
    return !bad;
  }
}
