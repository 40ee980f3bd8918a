package tidemark.operators.builtin.filesource;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.builtin.files.Compression;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

class LongRecordsTest {
  private static final Schema SCHEMA = Schema.of(Field.of("value", SimpleType.STRING));

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 100, 101, 500, 4096})
  void aRecordOverTheLimitIsBadAndTheNextOneIsRead(int chunk) throws IOException {
    int limit = 100;
    String text =
        "first\n"
            + "x".repeat(limit)
            + "\n"
            + "y".repeat(limit + 1)
            + "\n\nafter\n"
            + "z".repeat(3_000)
            + "\nlast";
    Path file = Files.writeString(temp.resolve("f"), text);
    long size = text.getBytes(StandardCharsets.UTF_8).length;
    RecordedFile recorded =
        FileCheck.record(new FoundFile("f", file, size, 0), Optional.empty()).orElseThrow();
    FormatOptions format = FormatOptions.of(Format.TEXT).withMaxRecordBytes(limit);
    List<String> rows = new ArrayList<>();
    List<Long> bad = new ArrayList<>();
    BitSet all = new BitSet();
    all.set(0);
    FileSplit split = new FileSplit(file, recorded, Compression.NONE, 0, size);
    try (FileSplitReader reader =
        new FileSplitReader(
            split,
            format,
            chunk,
            new Chunks(chunk + FileSplitReader.SLACK),
            (start, header) ->
                Formats.decoder(
                    format,
                    SCHEMA,
                    all,
                    BadRecordPolicy.DROP,
                    Optional.empty(),
                    (location, position, buffer, offset, length, reason) -> bad.add(position),
                    "f"))) {
      for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
        for (int i = 0; i < batch.size(); i++) {
          rows.add(((BytesColumn) batch.column(0)).string(i));
        }
      }
    }
    assertThat(rows).containsExactly("first", "x".repeat(limit), "", "after", "last");
    assertThat(bad).containsExactly(3L, 6L);
  }
}
