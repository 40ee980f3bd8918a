package tidemark.runner.scenario;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import tidemark.operators.avro.AvroEncoder;
import tidemark.operators.batch.Batch;
import tidemark.operators.codec.Codec;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Decoder;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.parquet.ParquetEncoder;
import tidemark.operators.types.Schema;

/** Turns a suite's rows, written as ndjson, into a file of a binary format. */
final class BinaryRows {
  private static final int SLACK = 16;

  private BinaryRows() {}

  /**
   * @param ndjson a row a line
   * @throws Failure TM116 if a value is not of its column's type: the format could not hold it
   */
  static byte[] write(Format format, Schema schema, byte[] ndjson) {
    Encoder encoder =
        switch (format) {
          case PARQUET -> new ParquetEncoder(schema, Codec.ZSTD);
          case AVRO -> new AvroEncoder(schema, Codec.SNAPPY);
          case NDJSON, CSV, TEXT -> throw new IllegalArgumentException(format.word());
        };
    ByteSink out = new ByteSink();
    encoder.begin(out);
    Decoder rows = decoder(schema);
    byte[] padded = Arrays.copyOf(ndjson, ndjson.length + SLACK);
    for (int at = 0; at < ndjson.length; ) {
      at = rows.decode(padded, at, ndjson.length, true);
      Batch batch = rows.take();
      encoder.encode(batch, out);
    }
    encoder.end(out);
    return Arrays.copyOf(out.bytes(), out.size());
  }

  private static Decoder decoder(Schema schema) {
    BitSet all = new BitSet();
    all.set(0, schema.size());
    return Formats.decoder(
        FormatOptions.of(Format.NDJSON),
        schema,
        all,
        BadRecordPolicy.FAIL,
        Optional.empty(),
        (location, line, buffer, offset, length, reason) -> {
          throw new Failure(
              Code.TM116,
              "row " + line + " that the test gives cannot be written: " + reason,
              "give a value of the column's type: a binary file holds no other");
        },
        "the test's rows");
  }
}
