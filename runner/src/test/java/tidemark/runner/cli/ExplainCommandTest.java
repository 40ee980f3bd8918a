package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
  private static final String PIPELINE =
      """
      format: 1
      pipeline: p
      sources:
        access:
          file: {path: in, format: ndjson}
          columns: {site: string, status: int}
      steps:
        served: {from: access, filter: status < 500}
      sinks:
        out: {from: served, file: {path: out, format: ndjson}}
      """;

  @TempDir private Path folder;

  @Test
  void pipelineIsExplainedOnTheOutput() throws IOException {
    Path file = Files.writeString(folder.resolve("p.yaml"), PIPELINE);
    CliRun run = CliRun.of("explain", file.toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.out()).contains("pipeline p", "access", "status < 500", "guarantee of out");
  }

  @Test
  void whatBecomesOfBadRecordsIsSaid() throws IOException {
    String dropping = PIPELINE.replace("    columns:", "    on_bad_record: drop\n    columns:");
    Path file = Files.writeString(folder.resolve("p.yaml"), dropping);
    assertThat(CliRun.of("explain", file.toString()).out())
        .containsPattern("bad records +left out and counted\n");
    Files.writeString(
        file,
        dropping.replace(": drop", ": dead_letter")
            + "dead_letter: {file: {path: bad, format: ndjson}}\n");
    assertThat(CliRun.of("explain", file.toString()).out())
        .containsPattern(
            "bad records +counted and written to the dead letters: file "
                + folder.resolve("bad")
                + "\n");
  }

  @Test
  void lookupSaysWhatItAsksByAndWhatARepetitionMeets() throws IOException {
    String lookup =
        """
          products:
            static: true
            jdbc: {url: "jdbc:postgresql://db.example/shop", table: products}
            columns: {sku: string, shop: int, price: int}
        steps:
          priced:
            from: access
            lookup:
              source: products
              match: left.site = right.sku AND left.status = right.shop AND right.price > 0
              select: {site: left.site, price: right.price}
              cache: {max_rows: 2000, expire_after: 10 minutes}
        sinks:
          out: {from: priced, file: {path: out, format: ndjson}}
        """;
    String pipeline = PIPELINE.substring(0, PIPELINE.indexOf("steps:")) + lookup;
    Path file = Files.writeString(folder.resolve("p.yaml"), pipeline);
    CliRun run = CliRun.of("explain", file.toString());
    assertThat(run.out())
        .containsPattern("asks by +sku, shop, ")
        .containsPattern("remembers +at most 2,000 rows of answers, each for 10 minutes\n")
        .containsPattern("asked +key by key, by priced\n")
        .containsPattern("replay +live: a batch that is repeated meets the rows")
        .contains("and what products says by then")
        .doesNotContain("whole, before the first batch");
    String whole =
        pipeline.replace("      cache: {max_rows: 2000, expire_after: 10 minutes}\n", "");
    Files.writeString(file, whole);
    assertThat(CliRun.of("explain", file.toString()).out())
        .contains("whole, before the first batch", "replay ", "live: a batch")
        .doesNotContain("key by key");
  }

  @Test
  void pipelineWithErrorsIsNotExplained() throws IOException {
    Path file =
        Files.writeString(folder.resolve("p.yaml"), PIPELINE.replace("status < 500", "sttus < 5"));
    CliRun run = CliRun.of("explain", file.toString());
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("error TM304", "did you mean `status`", "p.yaml: 1 error, 0 warnings");
  }

  @Test
  void eachFailureIsSaidOfEachSourceAndSink() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: p
            sources:
              topic:
                kafka: {servers: "localhost:9092", topic: t, format: text}
              lines: {socket: {host: localhost, port: 9999}}
            steps:
              all: {union: [topic, lines]}
            sinks:
              hook: {from: topic, http: {url: "https://hooks.example.com/rows"}}
              asked:
                from: topic
                http: {url: "https://a.example.com", outcome_url: "https://a.example.com/{key}"}
              both: {from: all, file: {path: out, format: text}}
            checkpoint: checkpoint
            """);
    CliRun run = CliRun.of("explain", file.toString());
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    String page = run.out().replaceAll(" +", " ");
    assertThat(guarantee(page, "hook"))
        .contains("promise exactly once, as someone says:")
        .contains("answer lost the run stops, for nobody can be asked, with exit code 4 (TM607)")
        .contains("input gone topic: records that were deleted before they were read stop the run")
        .doesNotContain("lines:");
    assertThat(guarantee(page, "asked"))
        .contains("promise exactly once: where the answer is lost, the receiver is asked")
        .contains("answer lost the receiver is asked; if it cannot tell, the run stops");
    assertThat(guarantee(page, "both"))
        .contains("promise at most once: rows of lines are lost with a batch that fails")
        .contains("input gone topic: records that were deleted")
        .contains("\n lines: what comes while no run listens goes unnoticed");
    assertThat(run.err()).contains("warning TM646", "warning TM647", "warning TM609");
  }

  private static String guarantee(String page, String sink) {
    String from = page.substring(page.indexOf("guarantee of " + sink));
    int end = from.indexOf("guarantee of ", 1);
    return end < 0 ? from : from.substring(0, end);
  }
}
