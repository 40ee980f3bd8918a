package tidemark.runner.binary;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tidemark.operators.batch.Batch;
import tidemark.operators.codec.Codec;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.format.RowVerdicts;
import tidemark.operators.parquet.ParquetEncoder;
import tidemark.operators.parquet.ParquetFooter;
import tidemark.operators.parquet.ParquetReader;
import tidemark.operators.parquet.SpareRooms;
import tidemark.operators.types.Schema;

/** A Parquet file as lines. */
public record BinaryFile(Path path) {
  /** Whether a file's name is that of a binary file. */
  public static boolean is(Path path) {
    return path.toString().endsWith(".parquet");
  }

  /** The rows, each as a line of JSON. */
  public List<String> rows() throws IOException {
    Encoder json = Formats.encoder(FormatOptions.of(Format.NDJSON), schema());
    ByteSink text = new ByteSink();
    read(batch -> json.encode(batch, text));
    return text.toString().lines().toList();
  }

  /** Writes another file with each batch of rows several times. */
  public void copy(Path target, int times) throws IOException {
    ByteSink out = new ByteSink();
    Encoder encoder = new ParquetEncoder(schema(), Codec.SNAPPY);
    encoder.begin(out);
    read(
        batch -> {
          for (int i = 0; i < times; i++) {
            encoder.encode(batch, out);
            encoder.flush(out);
          }
        });
    encoder.end(out);
    try (OutputStream file = Files.newOutputStream(target)) {
      out.drainTo(file);
    }
  }

  private Schema schema() throws IOException {
    return ParquetFooter.read(path, Files.size(path)).schema();
  }

  private void read(Consumer<Batch> taker) throws IOException {
    ParquetFooter footer = ParquetFooter.read(path, Files.size(path));
    BitSet all = new BitSet();
    all.set(0, footer.schema().size());
    RowVerdicts verdicts =
        new RowVerdicts(
            footer.schema(),
            all,
            BadRecordPolicy.FAIL,
            Optional.empty(),
            (location, row, buffer, offset, length, reason) -> {
              throw new AssertionError(location + ", row " + row + ": " + reason);
            },
            path.toString());
    ReadRequest request = new ReadRequest(all, (a, b, c, d, e, f) -> {});
    try (ParquetReader reader =
        ParquetReader.open(
            path,
            Files.size(path),
            footer,
            0,
            footer.groups(),
            request,
            verdicts,
            new SpareRooms())) {
      for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
        taker.accept(batch);
      }
    }
  }
}
