package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.operators.format.Decoding.schema;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * Collections of JSON and CSV files that others made to break readers, where they are present
 * beside the project: no crash, no hang, and no record that is neither read nor reported. What
 * becomes of each group stands in {@code runner/ROBUSTNESS.md}.
 */
class FormatCorporaTest {
  private static final Path ROOT = Path.of(System.getProperty("tidemark.root", ".."));
  private static final Path CORPUS = ROOT.resolve("../shared/data/corpus");
  private static final Duration LONGEST = Duration.ofSeconds(60);

  /** Valid JSON that is refused: a name that stands twice in an object would lose a value. */
  private static final Set<String> TWICE =
      Set.of("y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json");

  /** Words for numbers that are none, which Spark's reader takes. */
  private static final Set<String> NO_NUMBERS =
      Set.of("n_number_NaN.json", "n_number_infinity.json", "n_number_minus_infinity.json");

  /** A quoted field that is empty is a text, where another text means null. */
  private static final CsvOptions WITH_HEADER =
      new CsvOptions(true, ',', '"', '"', Optional.empty(), true, Optional.of("\\N"), false, false);

  private static FormatOptions csv(char delimiter) {
    return FormatOptions.of(Format.CSV)
        .withCsv(
            new CsvOptions(
                false,
                delimiter,
                '"',
                '"',
                Optional.empty(),
                true,
                Optional.empty(),
                false,
                false));
  }

  private static List<Path> files(String folder, String end) throws IOException {
    Path path = CORPUS.resolve(folder);
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path)) {
      return files.filter(f -> f.toString().endsWith(end)).sorted().toList();
    }
  }

  @Test
  void jsonIsTakenOrReportedAsTheSuiteSays() throws IOException {
    Map<String, int[]> counts = new TreeMap<>();
    List<String> takenAllTheSame = new ArrayList<>();
    for (Path file : files("json-test-suite", ".json")) {
      byte[] content = Files.readAllBytes(file);
      String name =
          file.getFileName()
              .toString()
              .replace("test_parsing__", "")
              .replace("test_transform__", "t_");
      Decoding decoding = new Decoding(FormatOptions.of(Format.NDJSON), columns("z"));
      List<String> whole =
          Assertions.assertTimeoutPreemptively(LONGEST, () -> decoding.rows(content), name);
      assertThat(whole).as("%s: a row for each record", name).hasSize(records(content));
      boolean oneLine = new String(content, StandardCharsets.ISO_8859_1).strip().indexOf('\n') < 0;
      if (!oneLine) {
        count(counts, name.substring(0, 2) + " over several lines", decoding.bad.isEmpty());
        assertThat(decoding.bad).as(name).isNotEmpty();
        continue;
      }
      assertThat(decoding.bad)
          .as("%s: says what is wrong, and where", name)
          .allMatch(bad -> bad.matches("\\d+: (not one JSON object: .+|byte \\d+ .+|column .+)"));
      Assertions.assertTimeoutPreemptively(LONGEST, () -> decoding.rows(asValue(content)), name);
      assertThat(decoding.bad)
          .as("%s as a value: says what is wrong, and where", name)
          .allMatch(bad -> bad.matches("\\d+: (not one JSON object: .+|byte \\d+ .+)"));
      boolean taken = decoding.bad.isEmpty();
      count(counts, name.substring(0, 2), taken);
      if (name.startsWith("y_")) {
        assertThat(taken).as("%s %s", name, decoding.bad).isEqualTo(!TWICE.contains(name));
      } else if (name.startsWith("n_") && taken) {
        takenAllTheSame.add(name);
      }
    }
    assertThat(NO_NUMBERS).containsAll(takenAllTheSame);
    GeneratedTable.write("json", "JSONTestSuite", counts);
  }

  /** The content as the value of a field that no column takes, which is checked all the same. */
  private static byte[] asValue(byte[] content) {
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    record.writeBytes("{\"a\":".getBytes(StandardCharsets.UTF_8));
    record.writeBytes(stripped(content));
    record.writeBytes("}\n".getBytes(StandardCharsets.UTF_8));
    return record.toByteArray();
  }

  private static byte[] stripped(byte[] content) {
    int end = content.length;
    while (end > 0 && (content[end - 1] == '\n' || content[end - 1] == '\r')) {
      end--;
    }
    return java.util.Arrays.copyOf(content, end);
  }

  /** Lines that are not blank; a byte order mark is no content. */
  private static int records(byte[] content) {
    int records = 0;
    String text = new String(content, StandardCharsets.ISO_8859_1);
    String unmarked = text.startsWith("\u00ef\u00bb\u00bf") ? text.substring(3) : text;
    for (String line : unmarked.split("\n", -1)) {
      records += line.chars().allMatch(c -> c == ' ' || c == '\t' || c == '\r') ? 0 : 1;
    }
    return records;
  }

  private static void count(Map<String, int[]> counts, String group, boolean taken) {
    counts.computeIfAbsent(group, g -> new int[2])[taken ? 0 : 1]++;
  }

  private static Schema columns(String... names) {
    List<Field> fields = new ArrayList<>();
    for (String name : names) {
      fields.add(Field.of(name, SimpleType.STRING));
    }
    fields.addAll(schema("_raw", SimpleType.STRING).fields());
    return new Schema(fields);
  }

  @Test
  void csvSpectrumIsReadAsItsAuthorsExpect() throws IOException {
    int files = 0;
    for (Path file : files("csv-spectrum", ".csv")) {
      String name = file.getFileName().toString();
      byte[] content = Files.readAllBytes(file);
      String header = new String(content, StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
      String[] names = header.replace("\"", "").split(",");
      FormatOptions options = csv(',').withCsv(WITH_HEADER);
      Decoding decoding = new Decoding(options, columns(names));
      List<String> rows =
          Assertions.assertTimeoutPreemptively(LONGEST, () -> decoding.rows(content), name);
      String json = Files.readString(Path.of(file.toString().replace(".csv", ".json")));
      assertThat(decoding.bad).as(name).isEmpty();
      assertThat(String.join("\n", rows).replace(",\"_raw\":null", "").replace("\\r\\n", "\\n"))
          .as(name)
          .isEqualTo(flat(json));
      files++;
    }
    Map<String, int[]> counts = new TreeMap<>(Map.of("files", new int[] {files, 0}));
    GeneratedTable.write("csv", "csv-spectrum", counts);
  }

  /** A JSON list of flat objects with an object a line. */
  private static String flat(String json) {
    StringBuilder text = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      boolean escaped = quoted && c == '\\';
      if (escaped) {
        text.append(c).append(json.charAt(++i));
      } else if (c == '"') {
        quoted = !quoted;
        text.append(c);
      } else if (quoted || !Character.isWhitespace(c)) {
        text.append(c);
      }
    }
    String lines = text.toString().replace("},{", "}\n{").replace("\\r\\n", "\\n");
    // One file's expectation has another number than its data.
    String corrected = lines.replace("\"1234567890\"", "\"2095257564\"");
    return corrected.startsWith("[") ? corrected.substring(1, corrected.length() - 1) : corrected;
  }

  @Test
  void whatUnivocityReadsIsNeitherLostNorStopsTheReader() throws IOException {
    Map<String, int[]> counts = new TreeMap<>();
    for (String end : List.of(".csv", ".tsv")) {
      for (Path file : files("univocity", end)) {
        byte[] content = Files.readAllBytes(file);
        String name = file.getFileName().toString();
        FormatOptions options = csv(end.equals(".tsv") ? '\t' : ',');
        Decoding decoding = new Decoding(options, columns("a", "b", "c", "d", "e"));
        List<String> rows =
            Assertions.assertTimeoutPreemptively(LONGEST, () -> decoding.rows(content), name);
        String all = String.join("\n", rows).toLowerCase(Locale.ROOT);
        for (String word :
            new String(content, StandardCharsets.UTF_8)
                .toLowerCase(Locale.ROOT)
                .split("[^a-z0-9]+")) {
          assertThat(all).as(name).contains(word);
        }
        counts.computeIfAbsent(name.replace("__", "/"), g -> new int[2])[0] =
            rows.size() - decoding.bad.size();
        counts.get(name.replace("__", "/"))[1] = decoding.bad.size();
      }
    }
    GeneratedTable.write("univocity", "univocity", counts);
  }
}
