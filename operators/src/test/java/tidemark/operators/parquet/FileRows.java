package tidemark.operators.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.Condition;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.format.RowVerdicts;
import tidemark.operators.types.Schema;

/**
 * The rows of a Parquet file as lines of JSON, and the bad ones as {@code row: reason}.
 *
 * @param rows those that were handed out
 */
record FileRows(List<String> rows, List<String> bad) {
  /** All rows and all columns, as the file has them. */
  static FileRows of(Path file) throws IOException {
    Schema schema = ParquetFooter.read(file, Files.size(file)).schema();
    if (schema.size() == 0) {
      throw new DamagedException("it has no column of a known type");
    }
    return of(file, schema, List.of(), BadRecordPolicy.DROP, Optional.empty());
  }

  static FileRows of(
      Path file,
      Schema schema,
      List<Condition> conditions,
      BadRecordPolicy policy,
      Optional<Integer> badColumn)
      throws IOException {
    BitSet needed = new BitSet();
    needed.set(0, schema.size());
    List<String> bad = new ArrayList<>();
    RowVerdicts verdicts =
        new RowVerdicts(
            schema,
            needed,
            policy,
            badColumn,
            (location, position, buffer, offset, length, reason) ->
                bad.add(position + ": " + reason),
            "file");
    ParquetFooter footer = ParquetFooter.read(file, Files.size(file));
    ReadRequest request = new ReadRequest(needed, (a, b, c, d, e, f) -> {}, conditions);
    Encoder encoder = Formats.encoder(FormatOptions.of(Format.NDJSON), schema);
    ByteSink text = new ByteSink();
    try (ParquetReader reader =
        ParquetReader.open(
            file,
            Files.size(file),
            footer,
            0,
            footer.groups(),
            request,
            verdicts,
            new SpareRooms())) {
      for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
        encoder.encode(batch, text);
      }
    }
    return new FileRows(text.toString().lines().toList(), bad);
  }
}
