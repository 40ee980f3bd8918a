package tidemark.operators.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tidemark.operators.codec.DamagedException;

/** Files of many writers, where they are at hand: read right, or refused with a reason. */
class ParquetCorpusTest {
  private static final Pattern FIELD = Pattern.compile("(?:\"([^\"]*)\"|([^,\"]*))(?:,|$)");

  /** Files that no reader should take, and those that are encrypted or packed with brotli. */
  private static final Set<String> REFUSED =
      Set.of(
          "bad_data__ARROW-GH-41321.parquet",
          "bad_data__ARROW-GH-45185.parquet",
          "bad_data__ARROW-GH-47662.parquet",
          "bad_data__ARROW-RS-GH-6229-DICTHEADER.parquet",
          "bad_data__ARROW-RS-GH-6229-LEVELS.parquet",
          "bad_data__PARQUET-1481.parquet",
          "data__aes256__encrypt_columns_and_footer.parquet.encrypted",
          "data__aes256__encrypt_columns_plaintext_footer.parquet.encrypted",
          "data__aes256__uniform_encryption.parquet.encrypted",
          "data__datapage_v1-corrupt-checksum.parquet",
          "data__encrypt_columns_and_footer_aad.parquet.encrypted",
          "data__encrypt_columns_and_footer_disable_aad_storage.parquet.encrypted",
          "data__encrypt_columns_plaintext_footer.parquet.encrypted",
          "data__large_string_map.brotli.parquet",
          "data__uniform_encryption.parquet.encrypted");

  private static List<Path> files() throws IOException {
    Path root = Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();
    Path shared =
        Path.of(System.getProperty("tidemark.shared", root.resolveSibling("shared").toString()));
    Path corpus = shared.resolve("data/corpus/parquet-testing");
    if (!Files.isDirectory(corpus)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(corpus)) {
      return all.filter(f -> f.toString().contains(".parquet")).sorted().toList();
    }
  }

  @Test
  void everyFileIsReadWholeOrRefused() throws IOException {
    List<Path> files = files();
    Set<String> refused = new TreeSet<>();
    for (Path file : files) {
      try {
        FileRows read = FileRows.of(file);
        long rows = ParquetFooter.read(file, Files.size(file)).rows();
        assertThat(read.rows()).as(file.toString()).hasSize((int) rows);
        assertThat(read.bad()).as(file.toString()).isEmpty();
      } catch (DamagedException reason) {
        assertThat(reason).hasMessageMatching("[a-z].{10,}");
        refused.add(file.getFileName().toString());
      }
    }
    assertThat(refused).isEqualTo(files.isEmpty() ? Set.of() : new TreeSet<>(REFUSED));
  }

  @Test
  void differencesHoldTheValuesThatTheirWritersList() throws IOException {
    for (Path file : files()) {
      Path expected =
          file.resolveSibling(file.getFileName().toString().replace(".parquet", "_expect.csv"));
      if (Files.exists(expected)) {
        List<String> lines = Files.readAllLines(expected);
        List<String> rows = FileRows.of(file).rows();
        assertThat(rows).hasSize(lines.size() - 1);
        for (int row = 0; row < rows.size(); row++) {
          assertThat(values(rows.get(row)))
              .as("%s, row %d", file, row)
              .isEqualTo(fields(lines.get(row + 1), lines.get(0).split(",").length));
        }
      }
    }
  }

  private static List<String> values(String json) throws IOException {
    List<String> values = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isScalarValue()) {
          values.add(token == JsonToken.VALUE_NULL ? "" : parser.getText());
        }
      }
    }
    return values;
  }

  private static List<String> fields(String line, int count) {
    Matcher field = FIELD.matcher(line);
    List<String> fields = new ArrayList<>();
    while (fields.size() < count && field.find()) {
      fields.add(field.group(1) == null ? field.group(2) : field.group(1));
    }
    return fields;
  }
}
