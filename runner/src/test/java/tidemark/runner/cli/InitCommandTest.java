package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code schema infer}, {@code init}, {@code preview} and {@code fmt}, as a newcomer uses them. */
class InitCommandTest {
  private static final String EVENTS =
      """
      {"at":"2026-01-01T12:00:05Z","site":"a","bytes":10,"ok":true,"tags":["x"],"geo":{"lat":1.5}}
      {"at":"2026-01-01T12:00:50.5Z","site":"b","bytes":null,"day":"2026-01-01"}

      {"at":"2026-01-01T12:01:10Z","site":"7","bytes":2.5,"tags":[],"my key":"2026-13-01"}
      """;

  private static final String ORDERS =
      "id,amount,note,code,day\r\n"
          + "1,2.50,\"a, \"\"b\"\"\",007,2026-02-28\r\n"
          + "2,,\"two\nlines\",12,2026-03-01\r\n";

  @TempDir private Path folder;

  private String file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text).toString();
  }

  @Test
  void columnsAreTheNarrowestThatHoldTheSample() throws IOException {
    CliRun json = CliRun.of("schema", "infer", file("events.ndjson", EVENTS));
    assertThat(json.out())
        .isEqualTo(
            """
            columns:
              at: timestamp
              site: string
              bytes: double
              ok: boolean
              tags: "array<string>"
              geo: "struct<lat: double>"
              day: date
              "my key": string
            """);
    assertThat(CliRun.of("schema", "infer", file("orders.csv", ORDERS)).out())
        .isEqualTo(
            """
            columns:
              id: bigint
              amount: double
              note: string
              code: string
              day: date
            """);
  }

  @Test
  void aBrokenOrEmptySampleIsAFailureWithAPlace() throws IOException {
    CliRun broken = CliRun.of("schema", "infer", file("x.ndjson", "{\"a\":1}\n{\"a\":}\n"));
    assertThat(broken.err()).contains("x.ndjson:2 cannot be read");
    assertThat(broken.end()).isEqualTo(ExitCode.FAILED);
    assertThat(CliRun.of("schema", "infer", file("e.csv", "a,b\n")).err())
        .contains("holds no record");
    for (String header : new String[] {"a,a", "a,b,"}) {
      assertThat(CliRun.of("schema", "infer", file("h.csv", header + "\n1,2,3\n")).err())
          .contains("error TM613", "a column twice or not at all");
    }
    assertThat(CliRun.of("init", file("none.ndjson", "{}\n")).err()).contains("holds no record");
    assertThat(CliRun.of("schema", "infer", folder.resolve("none.csv").toString()).err())
        .contains("none.csv is not there");
    assertThat(CliRun.of("init", folder.toString()).err()).contains("is a folder, not a file");
    Path latin = Files.write(folder.resolve("latin.csv"), new byte[] {'a', '\n', (byte) 0xe4});
    assertThat(CliRun.of("init", latin.toString()).err()).contains("latin.csv is no UTF-8 text");
  }

  @Test
  void initWritesAPipelineAndASuiteThatPass() throws IOException {
    for (String sample :
        new String[] {
          file("data/my events.ndjson", EVENTS),
          file("data/2-orders.csv", ORDERS),
          file("data/nulls.ndjson", "{\"a\":null,\"b\":[]}\n"),
          file("data/out.csv", ORDERS),
          file("data/late.ndjson", "{\"ts\":null}\n".repeat(6) + EVENTS.replace("at\"", "ts\"")),
          file("data/mixed.ndjson", "{\"a\":1}\n{\"a\":\"x\"}\n{\"a\":{\"b\":1}}\n")
        }) {
      String out = sample.replace("/data/", "/made/");
      CliRun init = CliRun.of("init", sample, "--out", out);
      assertThat(init.err()).isEmpty();
      CliRun lint = CliRun.of("lint", out);
      assertThat(lint.out()).contains("pipeline.yaml: ok", "pipeline.test.yaml: ok");
      CliRun test = CliRun.of("test", out);
      assertThat(test.out()).as(test.out()).endsWith("1 passed, 0 failed\n");
      CliRun formatted = CliRun.of("fmt", "--check", out);
      assertThat(formatted.end()).as(formatted.out()).isEqualTo(ExitCode.DONE);
      CliRun again = CliRun.of("init", sample, "--out", out);
      assertThat(again.err()).contains("pipeline.yaml is there already");
    }
  }

  @Test
  void filesThatNameTheirColumnsGiveThemAndTheirFirstRows() throws IOException {
    String parquet = "../pipelines/parquet-catch-up/data/readings-2026-03-01.parquet";
    assertThat(CliRun.of("schema", "infer", parquet).out())
        .isEqualTo(
            """
            columns:
              read_at: timestamp
              meter: string
              kwh: decimal(9,3)
              quality: int
              device: "struct<firmware: string, tags: array<string>>"
            """);
    String out = folder.resolve("made").toString();
    assertThat(CliRun.of("init", parquet, "--out", out).err()).isEmpty();
    CliRun test = CliRun.of("test", out);
    assertThat(test.out()).as(test.out()).endsWith("1 passed, 0 failed\n");
    assertThat(CliRun.of("fmt", "--check", out).end()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void anAvroFileIsASampleToo() throws IOException {
    file("in/a.ndjson", "{\"id\":7,\"name\":\"a: b\",\"at\":null}\n");
    String writing =
        file(
            "p.yaml",
            """
            format: 1
            pipeline: p
            sources:
              in: {file: {path: in, format: ndjson}, columns: {id: bigint, name: string, at: date}}
            sinks: {out: {from: in, file: {path: out, format: avro}}}
            checkpoint: checkpoint
            """);
    assertThat(CliRun.of("run", writing).end()).isEqualTo(ExitCode.DONE);
    String avro;
    try (Stream<Path> files = Files.walk(folder.resolve("out"))) {
      avro = files.filter(f -> f.toString().endsWith(".avro")).findFirst().orElseThrow().toString();
    }
    assertThat(CliRun.of("schema", "infer", avro).out())
        .isEqualTo("columns:\n  id: bigint\n  name: string\n  at: date\n");
    String out = folder.resolve("made").toString();
    assertThat(CliRun.of("init", avro, "--out", out).err()).isEmpty();
    assertThat(Files.readString(folder.resolve("made/pipeline.test.yaml")))
        .contains("{id: 7, name: \"a: b\"}");
    assertThat(CliRun.of("test", out).out()).endsWith("1 passed, 0 failed\n");
  }

  @Test
  void previewShowsTheFirstRowsAndWritesNothing() throws IOException {
    String sample = file("data/events.ndjson", EVENTS);
    String out = folder.resolve("p").toString();
    assertThat(CliRun.of("init", sample, "--out", out).end()).isEqualTo(ExitCode.DONE);
    String pipeline = out + "/pipeline.yaml";
    long before = files();
    CliRun groups = CliRun.of("preview", pipeline, "per_minute");
    assertThat(groups.err()).isEmpty();
    assertThat(groups.out().lines())
        .containsExactlyInAnyOrder(
            "- {window_start: \"2026-01-01T12:00:00Z\", window_end: \"2026-01-01T12:01:00Z\", rows:"
                + " 2}",
            "- {window_start: \"2026-01-01T12:01:00Z\", window_end: \"2026-01-01T12:02:00Z\", rows:"
                + " 1}");
    CliRun source = CliRun.of("preview", "--rows", "1", pipeline, "events");
    assertThat(source.out())
        .startsWith("- {at: \"2026-01-01T12:00:05Z\", site: \"a\"")
        .hasLineCount(1);
    assertThat(files()).isEqualTo(before);
    assertThat(CliRun.of("preview", pipeline, "per_minut").err())
        .contains("did you mean 'per_minute'?");
  }

  @Test
  void previewShowsATable() throws IOException {
    file("in/1.ndjson", "{\"k\":\"a\"}\n");
    file("skus.csv", "sku,price\na,1\nb,2\nc,3\n");
    String pipeline =
        file(
            "p.yaml",
            """
            format: 1
            pipeline: p
            sources:
              in: {file: {path: in, format: ndjson}, columns: {k: string}}
              skus:
                static: true
                refresh: 1 minute
                file: {path: skus.csv, format: csv, header: true}
                columns: {sku: string, price: int}
            steps:
              priced: {from: in, lookup: {source: skus, match: left.k = right.sku}}
            sinks:
              out: {from: priced, file: {path: out, format: ndjson}}
            """);
    CliRun table = CliRun.of("preview", "--rows", "2", pipeline, "skus");
    assertThat(table.err()).isEmpty();
    assertThat(table.out()).isEqualTo("- {sku: \"a\", price: 1}\n- {sku: \"b\", price: 2}\n");
    assertThat(CliRun.of("preview", pipeline, "priced").out())
        .isEqualTo("- {k: \"a\", sku: \"a\", price: 1}\n");
  }

  @Test
  void previewNeedsOnlyTheStepAndWhatItReadsToBeRight() throws IOException {
    file("in/a.ndjson", "{\"k\":\"a\",\"n\":1}\n{\"k\":\"b\",\"n\":2}\n");
    String pipeline =
        file(
            "p.yaml",
            """
            format: 1
            pipeline: p
            sources:
              in: {file: {path: in, format: ndjson}, columns: {k: string, n: int}}
            steps:
              some:
                from: in
                # of the numbers
                filter: n > 1
              other:
                from: in
                with: {m: foo(n)}
              further: {from: other, select: {m: m}}
              odd:
                from: some
                filter: n > 2
                unknown: 1
            sinks:
              out: {from: odd, file: {pth: out, format: ndjson}}
            """);
    CliRun some = CliRun.of("preview", pipeline, "some");
    assertThat(some.out()).isEqualTo("- {k: \"b\", n: 2}\n");
    assertThat(some.err())
        .isEqualTo("the file has errors elsewhere: tidemark lint " + pipeline + "\n");
    assertThat(some.end()).isEqualTo(ExitCode.DONE);
    for (String wrong : new String[] {"other", "further", "odd"}) {
      CliRun run = CliRun.of("preview", pipeline, wrong);
      assertThat(run.end()).as(wrong).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(run.err()).contains("`foo` does not exist", "`unknown` is not known", "3 errors");
    }
  }

  @Test
  void theExamplesAreFormatted() {
    CliRun run = CliRun.of("fmt", "--check", "../pipelines");
    assertThat(run.out()).isEmpty();
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
  }

  private long files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.count();
    }
  }

  @Test
  void fmtChangesFilesInPlaceAndCheckOnlySays() throws IOException {
    String file = file("p.yaml", "format:   1\npipeline:  p # why\n");
    CliRun check = CliRun.of("fmt", "--check", file);
    assertThat(check.out()).isEqualTo("written otherwise: " + file + "\n");
    assertThat(check.end()).isEqualTo(ExitCode.FAILED);
    assertThat(CliRun.of("fmt", folder.toString()).out()).isEqualTo("formatted: " + file + "\n");
    assertThat(Files.readString(Path.of(file))).isEqualTo("format: 1\npipeline: p  # why\n");
    assertThat(CliRun.of("fmt", "--check", file).end()).isEqualTo(ExitCode.DONE);
    CliRun broken = CliRun.of("fmt", file("q.yaml", "a: [\n"));
    assertThat(broken.err()).contains("q.yaml:", "TM101");
    assertThat(broken.end()).isEqualTo(ExitCode.BAD_INPUT);
  }
}
