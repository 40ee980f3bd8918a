package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.runner.cli.ExitCode;
import tidemark.runner.faults.Site.Ran;

/** What goes wrong inside files: marks, line ends, ragged rows, numbers, dates, bytes. */
class RecordFaultsTest {
  private static final String DROP = "on_bad_record: drop";

  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder);
  }

  private static byte[] marked(String text) {
    return ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void byteOrderMarkIsNoTextInAnyFileOfABatch() throws IOException {
    site.write(Site.copy("format: csv, header: true", "id: bigint, name: string", ""));
    site.give("a.csv", marked("id,name\n1,north\n"));
    site.give("b.csv", marked("id,name\n2,south\n"));
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows())
        .containsExactly("{\"id\":1,\"name\":\"north\"}", "{\"id\":2,\"name\":\"south\"}");
  }

  @ParameterizedTest
  @CsvSource({"ndjson,id,'{\"id\":\"x\"}'", "text,value,x", "csv,id,x"})
  void byteOrderMarkIsNoTextInAnyFormat(String format, String column, String line)
      throws IOException {
    site.write(Site.copy("format: " + format, column + ": string", ""));
    site.give("a", marked(line + "\n"));
    site.give("b", marked(line + "\n"));
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows()).hasSize(2).containsOnly("{\"" + column + "\":\"x\"}");
  }

  @Test
  void carriageReturnsEndRecordsAndLineBreaksInQuotesAreData() throws IOException {
    site.write(
        Site.copy("format: csv, header: true, multiline: true", "id: bigint, name: string", ""));
    site.give("a.csv", "id,name\r\n1,\"two\r\nlines\"\r\n2,x\r\n");
    site.run();
    assertThat(site.rows())
        .containsExactly("{\"id\":1,\"name\":\"two\\r\\nlines\"}", "{\"id\":2,\"name\":\"x\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void lastColumnHoldsNoCarriageReturn(String end) throws IOException {
    site.write(Site.copy("format: text", "value: string", ""));
    site.give("a.txt", "x" + end + "y" + end);
    site.run();
    assertThat(site.rows()).containsExactly("{\"value\":\"x\"}", "{\"value\":\"y\"}");
  }

  private static final String RAGGED = "id,name,amt\n1,north,2.50\n2,south\n3,east,1.00,EXTRA\n";

  private void ragged(String more) throws IOException {
    site.write(
        Site.copy(
            "format: csv, header: true",
            "id: bigint, name: string, amt: 'decimal(10,2)', raw: string",
            more));
    site.give("r.csv", RAGGED);
  }

  @Test
  void raggedRowFailsTheRunWithItsLineAndNothingIsWritten() throws IOException {
    ragged("bad_record_column: raw\non_bad_record: fail");
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err()).contains("error TM601", "r.csv:3: ", "2,south");
    assertThat(site.rows()).isEmpty();
  }

  @Test
  void raggedRowsAreDroppedAndCountedIfAsked() throws IOException {
    ragged("bad_record_column: raw\n" + DROP);
    Ran run = site.run();
    assertThat(run.err()).contains("rows in    1", "bad        2  (events: 2)");
    assertThat(site.rows()).hasSize(1);
  }

  @Test
  void raggedRowsAreKeptWithTheirRawLineAndCountedIfAsked() throws IOException {
    ragged("bad_record_column: raw\non_bad_record: keep");
    Ran run = site.run();
    assertThat(run.err()).contains("bad        2  (events: 2)");
    assertThat(site.rows())
        .hasSize(3)
        .anyMatch(row -> row.contains("\"raw\":\"2,south\""))
        .anyMatch(row -> row.contains("\"raw\":\"3,east,1.00,EXTRA\""));
  }

  @Test
  void largeIntegersKeepAllDigitsAsKeysMaximaAndInEverySink() throws IOException {
    String pipeline =
        """
        format: 1
        pipeline: big
        sources:
          events:
            file: {path: in, format: ndjson}
            columns: {id: bigint, k: string}
        steps:
          ids: {from: events, aggregate: {by: [id], compute: {n: count(*)}}}
          largest: {from: events, aggregate: {by: [k], compute: {top: max(id)}}}
        sinks:
          out: {from: ids, file: {path: out, format: csv}}
          tops: {from: largest, file: {path: tops, format: ndjson}}
        output_mode: complete
        checkpoint: checkpoint
        """;
    site.write(pipeline);
    site.give(
        "a.ndjson",
        "{\"id\":9007199254740993,\"k\":\"a\"}\n{\"id\":9223372036854775807,\"k\":\"a\"}\n"
            + "{\"id\":9007199254740992,\"k\":\"a\"}\n{\"id\":-9223372036854775808,\"k\":\"a\"}\n");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows())
        .contains(
            "9007199254740993,1",
            "9007199254740992,1",
            "9223372036854775807,1",
            "-9223372036854775808,1");
    assertThat(site.rows("tops")).containsExactly("{\"k\":\"a\",\"top\":9223372036854775807}");
  }

  @Test
  void longTextBetweenShortRecordsPasses() throws IOException {
    site.write(Site.copy("format: ndjson", "k: string, blob: string", "on_bad_record: fail"));
    String long_ = "{\"k\":\"a\",\"blob\":\"" + "x".repeat(21_000_000) + "\"}\n";
    site.give("a.ndjson", "{\"k\":\"b\"}\n" + long_ + "{\"k\":\"c\"}\n");
    assertThat(site.counted().count("input_rows")).isEqualTo(3);
  }

  @Test
  void recordOverTheLimitIsBadAndNamedWithTheLimitWhichCanBeRaised() throws IOException {
    String lines = "{\"k\":\"b\"}\n{\"k\":\"" + "x".repeat(3_000_000) + "\"}\n{\"k\":\"c\"}\n";
    site.write(Site.copy("format: ndjson, max_record: 1MB", "k: string", "on_bad_record: fail"));
    site.give("a.ndjson", lines);
    Ran refused = site.run();
    assertThat(refused.end()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.err()).contains("a.ndjson:2: ", "longer than 1000000 bytes");
    site.write(Site.copy("format: ndjson, max_record: 1MB", "k: string", DROP));
    assertThat(site.run().err()).contains("rows in    2", "bad        1");

    Site raised = new Site(folder.resolve("raised"));
    raised.write(Site.copy("format: ndjson, max_record: 4MB", "k: string", ""));
    raised.give("a.ndjson", lines);
    assertThat(raised.run().err()).contains("rows in    3", "bad        0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"id\":1,\"v\":1,\"v\":2}", "{\"id\":1,\"v\":1,\"x\":1,\"x\":2}"})
  void fieldThatStandsTwiceMakesABadRecordDeclaredOrNot(String line) throws IOException {
    site.write(Site.copy("format: ndjson", "id: bigint, v: bigint", DROP));
    site.give("a.ndjson", line + "\n{\"id\":2,\"v\":3}\n");
    Ran run = site.run();
    assertThat(run.err()).contains("rows in    1", "bad        1");
  }

  @Test
  void valueOfAnotherTypeIsOneBadRecordAndTheRestIsKept() throws IOException {
    site.write(Site.copy("format: ndjson", "qty: bigint", DROP));
    String lines = "{\"qty\":4}\n".repeat(150) + "{\"qty\":\"none\"}\n{\"qty\":5}\n";
    site.give("a.ndjson", lines);
    Ran run = site.run();
    assertThat(run.err()).contains("rows in    151", "bad        1");

    Site other = new Site(folder.resolve("other"));
    other.write(Site.copy("format: ndjson", "qty: bigint", "on_bad_record: fail"));
    other.give("a.ndjson", lines);
    assertThat(other.run().err()).contains("a.ndjson:151: ", "qty");
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "ndjson"})
  void impossibleDateIsABadRecordAndNeverAnotherDay(String format) throws IOException {
    boolean json = format.equals("ndjson");
    site.write(Site.copy("format: " + format, "d: date, n: bigint", DROP));
    StringBuilder text = new StringBuilder();
    for (String day : new String[] {"2025-02-30", "2024-02-29", "2025-02-29", "2025-06-31"}) {
      text.append(json ? "{\"d\":\"" + day + "\",\"n\":1}\n" : day + ",1\n");
    }
    site.give("a", text.toString());
    assertThat(site.run().err()).contains("bad        3");
    assertThat(site.rows()).containsExactly("{\"d\":\"2024-02-29\",\"n\":1}");
  }

  @Test
  void emptyTextAndNullAreTheSameAfterCsvWithANullWord() throws IOException {
    String out = "file: {path: out, format: ndjson}";
    site.write(
        Site.copy("format: ndjson", "id: bigint, s: string", "on_bad_record: fail")
            .replace(out, "file: {path: out, format: csv, null_value: 'NULL'}"));
    site.give(
        "a.ndjson", "{\"id\":1,\"s\":\"\"}\n{\"id\":2,\"s\":null}\n{\"id\":3,\"s\":\"NULL\"}\n");
    site.run();
    Site back = new Site(folder.resolve("back"));
    back.write(
        Site.copy("format: csv, null_value: 'NULL'", "id: bigint, s: string", "")
            .replace("path: in,", "path: ../out,"));
    back.run();
    assertThat(back.rows())
        .containsExactly(
            "{\"id\":1,\"s\":\"\"}", "{\"id\":2,\"s\":null}", "{\"id\":3,\"s\":\"NULL\"}");
  }

  @Test
  void bytesThatAreNoTextAreBadRecordsAndNeverOneKey() throws IOException {
    site.write(Site.COUNTS.replace("    watermark:", "    " + DROP + "\n    watermark:"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int last : new int[] {0xe9, 0xe8}) {
      bytes.write("{\"ts\":\"2024-01-01T00:01:00Z\",\"k\":\"caf".getBytes(StandardCharsets.UTF_8));
      bytes.write(last);
      bytes.write("\"}\n".getBytes(StandardCharsets.UTF_8));
    }
    site.give("a.ndjson", bytes.toByteArray());
    site.give("b.ndjson", Site.events("k@03:00"));
    assertThat(site.run().err()).contains("bad        2");
    assertThat(site.rows()).noneMatch(row -> row.contains("caf"));
  }

  @Test
  void bytesOfADeclaredEncodingAreText() throws IOException {
    site.write(Site.copy("format: ndjson, encoding: ISO-8859-1", "k: string", ""));
    site.give("a.ndjson", "{\"k\":\"caf\u00e9\"}\n".getBytes(StandardCharsets.ISO_8859_1));
    site.run();
    assertThat(site.rows()).containsExactly("{\"k\":\"caf\u00e9\"}");
  }

  @Test
  void linesThatAreNoObjectAreBadAndNoRowsOfNulls() throws IOException {
    site.write(Site.copy("format: ndjson", "k: string", DROP));
    site.give("a.ndjson", "{\"k\":\"a\"}\n[1,2]\n7\n\"x\"\nnull\n");
    assertThat(site.run().err()).contains("rows in    1", "bad        4");
    assertThat(site.rows()).containsExactly("{\"k\":\"a\"}");
  }

  @Test
  void zeroesAreOneKeyAndNotANumbersAreOneKeyOverRestarts() throws IOException {
    site.write(
        """
        format: 1
        pipeline: floats
        sources:
          events:
            file: {path: in, format: ndjson}
            columns: {v: double}
        steps:
          groups: {from: events, aggregate: {by: [v], compute: {n: count(*)}}}
        sinks:
          out: {from: groups, file: {path: out, format: ndjson}}
        output_mode: complete
        checkpoint: checkpoint
        """);
    String lines = "{\"v\":0.0}\n{\"v\":-0.0}\n{\"v\":\"NaN\"}\n{\"v\":\"NaN\"}\n";
    site.give("a.ndjson", lines);
    site.run();
    assertThat(site.rows()).hasSize(2).allMatch(row -> row.endsWith("\"n\":2}"));
    site.give("b.ndjson", lines);
    site.run();
    assertThat(site.rows()).hasSize(2).allMatch(row -> row.endsWith("\"n\":4}"));
  }
}
