package tidemark.operators.avro;

import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import tidemark.operators.avro.AvroSchema.AvroField;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.format.BadRows;
import tidemark.operators.types.Schema;

/**
 * Decodes records that come one by one, without a file around them, all written with one schema.
 * Fields are found by their names, as Avro resolves a writer's schema into a reader's: a column
 * that was not written is null, a field that has no column is passed over, and a value may be read
 * as a wider type.
 */
public final class AvroDecoder {
  private final RecordReader record;

  private AvroDecoder(RecordReader record) {
    this.record = record;
  }

  /**
   * A decoder of what was written with a schema.
   *
   * @param badColumn the position of a column that no record fills
   * @throws DamagedException if it is no schema of records, or its values cannot be read as columns
   */
  public static AvroDecoder of(
      WriterSchema schema, Schema columns, IntPredicate isNeeded, Optional<Integer> badColumn)
      throws DamagedException {
    List<AvroField> fields = schema.fields();
    List<String> objections = AvroFit.objections(fields, columns, badColumn);
    if (!objections.isEmpty()) {
      throw new DamagedException(String.join("; ", objections));
    }
    return new AvroDecoder(new RecordReader(fields, columns, isNeeded));
  }

  /** Whether the bytes are one whole record. */
  public boolean isRecord(byte[] bytes, int from, int to) {
    AvroBytes in = new AvroBytes(bytes, from, to);
    try {
      record.skip(new AvroValues(in));
      return in.left() == 0;
    } catch (DamagedException damaged) {
      return false;
    }
  }

  /**
   * Appends a record as a row; values that do not fit their columns are null in it, and noted.
   *
   * @throws DamagedException if the bytes are no record; then the builder holds half a row and is
   *     of no use any more
   */
  public void decode(byte[] bytes, int from, int to, BatchBuilder rows, BadRows bad)
      throws DamagedException {
    AvroBytes in = new AvroBytes(bytes, from, to);
    record.read(new AvroValues(in), rows, bad);
    if (in.left() > 0) {
      throw AvroBytes.damaged();
    }
  }
}
