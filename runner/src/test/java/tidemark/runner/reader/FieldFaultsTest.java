package tidemark.runner.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.runner.report.DiagnosticText;
import tidemark.runner.report.LintJson;
import tidemark.runner.report.LintReport;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.spec.StepSpec;
import tidemark.runner.yaml.Environment;

/** Faults that users of comparable tools had with their files, and their neighbours. */
final class FieldFaultsTest {
  private static final String PIPELINE =
      """
      format: 1
      pipeline: p
      sources:
        in:
          file: {path: in, format: ndjson}
          columns: {country: string, on: int}
      steps:
        a:
          from: in
          filter: country = 'no'
      sinks:
        out:
          from: a
          file: {path: out, format: ndjson}
      """;

  private static Read read(String text, Environment environment) {
    return new PipelineReader(environment, Connectors.ALL)
        .read(text, Path.of("p.yaml"), Path.of("/pipelines"), ReadOptions.NONE);
  }

  private static Read read(String text) {
    return read(text, name -> Optional.empty());
  }

  private static PipelineSpec good(String text) {
    Read read = read(text);
    assertThat(read.report()).isEmpty();
    return read.pipeline().orElseThrow();
  }

  private static String rendered(Read read) {
    DiagnosticText text = new DiagnosticText(read.texts(), read.secrets()::mask);
    return read.report().stream().map(text::of).collect(Collectors.joining());
  }

  private static List<Code> codes(Read read) {
    return read.report().stream().map(Diagnostic::code).toList();
  }

  // R01: the same key twice in one mapping

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pipeline: p",
        "format: 1",
        "\"format\": 1",
        "'pipeline': q",
        "sinks: {}",
        "steps: {}"
      })
  void aKeyThatStandsTwiceIsRefusedOnEveryLevelWithBothLines(String line) {
    Read read = read(PIPELINE + line + "\n");
    Diagnostic found = read.report().get(0);
    assertThat(read.found().hasErrors()).isTrue();
    assertThat(found.code()).isEqualTo(Code.TM102);
    String key = line.replaceAll("[\"']", "").replaceAll(":.*", "");
    assertThat(found.message()).contains("`" + key + "`").contains(" and 15 (at `" + key + "`)");
  }

  @Test
  void aNestedKeyThatStandsTwiceIsNamedWithItsFullPath() {
    Read read = read(PIPELINE.replace("from: a\n", "from: a\n    from: in\n"));
    assertThat(read.report().get(0).message())
        .isEqualTo("the key `from` stands twice, on lines 13 and 14 (at `sinks.out.from`)");
  }

  @Test
  void threeTimesIsReportedTwiceAndNothingIsTakenFromTheLast() {
    Read read = read(PIPELINE + "checkpoint: /a\ncheckpoint: /b\ncheckpoint: /c\n");
    assertThat(codes(read)).containsExactly(Code.TM102, Code.TM102);
    assertThat(read.pipeline().orElseThrow().checkpoint().orElseThrow().value())
        .isEqualTo(Path.of("/a"));
  }

  @Test
  void aMergedKeyIsNoSecondOneWhereTheMappingItselfHasIt() {
    String text =
        PIPELINE
            .replace("columns: {", "columns: &c {")
            .replace(
                "steps:\n",
                "  in2:\n    file: {path: b}\n    columns: {<<: *c, on: bigint}\nsteps:\n");
    assertThat(good(text).sources().get(1).columns().orElseThrow().schema().toString())
        .isEqualTo(
            "[Field[name=on, type=bigint, nullable=true],"
                + " Field[name=country, type=string, nullable=true]]");
  }

  // R02: a misspelt key

  @Test
  void anUnknownKeyIsRefusedWhereverItStands() {
    Map<String, String> slips =
        Map.ofEntries(
            Map.entry("pipeline: p", "pipeline: p\ndescripton: x"),
            Map.entry("format: ndjson}\n    columns", "fromat: ndjson}\n    columns"),
            Map.entry("    columns:", "    colums: {}\n    columns:"),
            Map.entry(
                "    columns: ",
                "    watermark: {column: on, delay: 1m, delya: 2m}\n    columns: "),
            Map.entry("    from: in\n", "    from: in\n    form: in\n"),
            Map.entry("    from: a\n", "    from: a\n    mode: append\n"));
    slips.forEach(
        (from, to) -> {
          Read read = read(PIPELINE.replace(from, to));
          assertThat(codes(read)).as(to).containsExactly(Code.TM103);
        });
  }

  @Test
  void theNearestNameIsProposedWithPathAndLine() {
    Read read =
        read(
            PIPELINE.replace(
                "    filter: country = 'no'\n", "    watermark: {column: ts, dellay: 5m}\n"));
    assertThat(rendered(read))
        .isEqualTo(
            """
            p.yaml:10:29: error TM103: the key `dellay` is not known here (at `steps.a.watermark.dellay`)
               10 |     watermark: {column: ts, dellay: 5m}
                  |                             ^^^^^^ did you mean `delay`? known here: column, delay
            """);
  }

  @Test
  void onlyConnectorsThatReadAreProposedForASource() {
    Read read = read(PIPELINE.replace("    columns:", "    zzz: 1\n    columns:"));
    assertThat(codes(read)).containsExactly(Code.TM103);
    assertThat(rendered(read)).contains("file").doesNotContain("console");
    Read wrong = read(PIPELINE.replace("file: {path: out, format: ndjson}", "rate: {}"));
    assertThat(codes(wrong)).containsExactly(Code.TM209);
  }

  // R03: words that YAML takes for something else

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no",
        "on",
        "off",
        "yes",
        "y",
        "n",
        "null",
        "~",
        "0777",
        "12:30",
        "1_000",
        "2026-01-01",
        "1e3",
        ".5",
        "0x1F",
        "TRUE",
        ".inf",
        "<<",
        "=",
        "2026-01-01T00:00:00Z",
        "1.0",
        "+1"
      })
  void aWordIsTakenAsItIsWrittenWhereTextIsMeant(String word) {
    String text =
        PIPELINE
            .replace("filter: country = 'no'", "select: {" + quotedKey(word) + ": " + word + "}")
            .replace("pipeline: p", "pipeline: " + word + "\ndescription: " + word)
            .replace("format: ndjson}\n    columns", "null_value: " + word + "}\n    columns");
    PipelineSpec spec = good(text);
    assertThat(spec.name().value()).isEqualTo(word);
    assertThat(spec.description().orElseThrow().value()).isEqualTo(word);
    assertThat(spec.sources().get(0).connector().options().text("null_value")).contains(word);
    StepSpec.Select select = (StepSpec.Select) spec.steps().get(0);
    assertThat(select.columns().get(0).name().value()).isEqualTo(word);
    assertThat(select.columns().get(0).expression().text()).isEqualTo(word);
  }

  /** The merge key and the empty one are all that must be quoted to be a name. */
  private static String quotedKey(String word) {
    return word.equals("<<") ? "\"<<\"" : word;
  }

  @Test
  void aColumnNamedOnIsAColumn() {
    assertThat(good(PIPELINE).sources().get(0).columns().orElseThrow().schema().names())
        .containsExactly("country", "on");
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "on", "True", "1", "y"})
  void onlyTrueAndFalseAreBooleans(String word) {
    Read read = read(PIPELINE.replace("    columns:", "    static: " + word + "\n    columns:"));
    assertThat(codes(read)).containsExactly(Code.TM106);
    assertThat(read.report().get(0).hint()).contains("write `true`");
  }

  // R04: values of the environment cannot change the structure

  @ParameterizedTest
  @ValueSource(
      strings = {
        "!a: #b > \"c'",
        "x\ny: 1\n- z",
        "{a: b}",
        "*x",
        "&y",
        "${var:z}",
        "$${",
        "%",
        "@`",
        "",
        " ",
        "\ttab",
        "null",
        "true",
        "a: b # c",
        "\\n\"",
        "漢😀\u0001"
      })
  void everyByteOfASubstitutedValueIsKept(String value) {
    for (String written :
        List.of("${env:PW}", "\"${env:PW}\"", "'${env:PW}'", "|-\n        ${env:PW}")) {
      String text =
          PIPELINE.replace(
              "    file: {path: out, format: ndjson}\n",
              "    jdbc:\n      url: jdbc:x\n      password: " + written + "\n      table: w\n");
      Read read = read(text, name -> name.equals("PW") ? Optional.of(value) : Optional.empty());
      assertThat(read.report()).as(written).isEmpty();
      var options = read.pipeline().orElseThrow().sinks().get(0).connector().options();
      assertThat(options.text("password")).as(written).contains(value);
      assertThat(options.text("table")).as(written).contains("w");
    }
  }

  // R05: a secret is shown nowhere

  @ParameterizedTest
  @ValueSource(
      strings = {
        "url: \"jdbc:postgresql://h/db?user=u&password=s3cr3t-77\"",
        "url: \"jdbc:postgresql://u:s3cr3t-77@h/db\"",
        "url: jdbc:postgresql://u:s3cr3t-77@h:5432/db?ssl=true",
        "url: \"jdbc:sqlserver://h;user=u;password=s3cr3t-77;encrypt=true\"",
        "url: jdbc:oracle:thin:u/s3cr3t-77@h",
        "url: jdbc:x\n      password: s3cr3t-77",
        "url: jdbc:x\n      password: 's3cr3t-77'",
        "url: jdbc:x\n      password: >-\n        s3cr3t-77",
        "url: jdbc:x?password=${env:PW}",
        "url: jdbc:x\n      password: ${secret:DB}",
        "url: jdbc:x\n      table: prefix-${secret:DB}-suffix",
      })
  void aSecretIsMaskedInEveryReportAndDump(String options) {
    String text =
        PIPELINE.replace(
            "    file: {path: out, format: ndjson}\n",
            "    jdbc:\n      " + options + "\n      tabel: w\n");
    Read read =
        read(
            text,
            name ->
                name.equals("PW") || name.equals("TIDEMARK_SECRET_DB")
                    ? Optional.of("s3cr3t-77")
                    : Optional.empty());
    assertThat(codes(read)).contains(Code.TM103);
    String dump = read.pipeline().map(PipelineSpec::toString).orElse(text);
    String json =
        LintJson.of(
            new LintReport(
                List.of(
                    new LintReport.LintedFile(
                        "p.yaml", read.report(), read.texts(), read.secrets()::mask)),
                Optional.empty()));
    assertThat(rendered(read) + json + read.secrets().mask(dump) + read.secrets().mask(text))
        .doesNotContain("s3cr3t-77");
  }

  @Test
  void aFrameOfAFileThatCannotBeComposedHidesThePassword() {
    Read read = read("a:\n  b: {password: s3cr3t-77, x: [}\n");
    assertThat(rendered(read)).contains("TM101").contains("^").doesNotContain("s3cr3t-77");
  }

  // R06: one problem, one line, and what is allowed

  @Test
  void aListInPlaceOfAMappingIsSaidSo() {
    assertThat(
            rendered(
                read(
                    PIPELINE.replace(
                        "steps:\n  a:\n    from: in\n    filter: country = 'no'\n",
                        "steps:\n  - from: in\n    filter: x\n"))))
        .isEqualTo(
            """
            p.yaml:8:3: error TM105: `steps` must be a mapping of ids, not a list
                8 |   - from: in
                  |   ^^^^^^^^^^ write {id: {…}, …}
            """);
  }

  @Test
  void allProblemsOfAFileAreReportedAtOnce() {
    String text =
        PIPELINE
                .replace("format: ndjson}\n    columns", "fromat: x}\n    columns")
                .replace("country: string", "country: strng")
                .replace("filter: country = 'no'", "limit: ten")
                .replace("  out:", "  Out:")
            + "output_mode: apend\ntrigger: {every: 5}\n";
    assertThat(codes(read(text)))
        .containsExactly(Code.TM103, Code.TM302, Code.TM107, Code.TM110, Code.TM106, Code.TM107);
  }

  // Files that are no text

  @Test
  void aFileThatIsNoUtf8IsRefusedAtItsFirstBadByte(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("p.yaml");
    byte[] latin = "format: 1\npipeline: caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
    Files.write(file, latin);
    assertThat(firstOf(file))
        .startsWith(file + ":2:14: error TM101: the file is not UTF-8: byte 0xE9");
    Files.write(file, "format: 1".getBytes(StandardCharsets.UTF_16));
    assertThat(firstOf(file)).contains("TM101: the file is UTF-16");
    Files.write(file, new byte[] {'a', ':', ' ', 0, '\n'});
    assertThat(firstOf(file)).startsWith(file + ":1:4: error TM101: the character U+0000");
  }

  @Test
  void aByteOrderMarkIsNoText(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("p.yaml");
    Files.writeString(file, "\uFEFF" + PIPELINE.replace("pipeline: p", "pipline: p"));
    assertThat(firstOf(file)).startsWith(file + ":2:1: error TM103: the key `pipline`");
    Files.writeString(file, "\uFEFF" + PIPELINE.replace("format: 1", "format: 2"));
    assertThat(firstOf(file)).startsWith(file + ":1:9: error TM114");
  }

  @Test
  void aFileThatIsTooLargeOrMissingOrAFolderIsSaidSo(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("p.yaml");
    assertThat(firstOf(file)).startsWith(file + ": error TM115: the file `" + file + "` does not");
    Files.writeString(file, "#".repeat((1 << 20) + 1));
    assertThat(firstOf(file)).contains("TM108: the file has 1048577 bytes");
    assertThat(firstOf(folder)).contains("TM115").contains("is a folder");
  }

  private static String firstOf(Path file) {
    Read read =
        new PipelineReader(n -> Optional.empty(), Connectors.ALL).read(file, ReadOptions.NONE);
    return rendered(read);
  }
}
