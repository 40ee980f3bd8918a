package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.runner.cli.ExitCode;
import tidemark.runner.faults.Site.Ran;

/** Checkpoints that people copy, set back or read. */
class CheckpointMisuseTest {
  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder);
  }

  @Test
  void batchThatACopyOfTheCheckpointWroteIsNotTakenForOnePlannedAnew() throws IOException {
    site.write(Site.copy("format: ndjson", "k: string", "on_bad_record: fail"));
    site.give("a.ndjson", "{\"k\":\"a\"}\n");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    copy(site.path("checkpoint"), site.path("copied"));
    site.give("b.ndjson", "{\"k\":\"b\"}\n");
    assertThat(site.run("--checkpoint", site.path("copied").toString()).end())
        .isEqualTo(ExitCode.DONE);
    site.give("c.ndjson", "{\"k\":\"c\"}\n");
    for (int again = 0; again < 2; again++) {
      Ran run = site.run();
      assertThat(run.end()).isEqualTo(ExitCode.OUTCOME_UNKNOWN);
      assertThat(run.err()).contains("TM607", "sink `out` has batch 1 already");
    }
    assertThat(site.run("--checkpoint", site.path("copied").toString()).end())
        .isEqualTo(ExitCode.DONE);
    assertThat(site.rows()).containsExactly("{\"k\":\"a\"}", "{\"k\":\"b\"}", "{\"k\":\"c\"}");
  }

  @Test
  void secretOfAnExpressionIsNotKeptInTheCheckpointAndMayChange() throws IOException {
    site.write(
        Site.copy("format: ndjson", "k: string", "on_bad_record: fail")
            .replace(
                "sinks:",
                "steps:\n"
                    + "  s: {from: events, with: {h: \"md5(concat(k, '${secret:SALT}'))\"}}\n"
                    + "sinks:")
            .replace("out: {from: events", "out: {from: s"));
    site.give("a.ndjson", "{\"k\":\"a\"}\n");
    String file = site.path("p.yaml").toString();
    assertThat(Site.command(Map.of("TIDEMARK_SECRET_SALT", "hunter2\\'s"), "run", file).end())
        .isEqualTo(ExitCode.DONE);
    try (Stream<Path> files = Files.walk(site.path("checkpoint"))) {
      for (Path stored : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(stored), StandardCharsets.ISO_8859_1))
            .as(stored.toString())
            .doesNotContain("hunter2");
      }
    }
    assertThat(Site.command(Map.of("TIDEMARK_SECRET_SALT", "changed"), "run", file).end())
        .isEqualTo(ExitCode.DONE);
  }

  @Test
  void filterThatComparesAColumnNamedLikeAPasswordIsStillKnownToBeChanged() throws IOException {
    String pipeline =
        Site.copy("format: ndjson", "k: string, api_key: string", "on_bad_record: fail")
            .replace("sinks:", "steps:\n  s: {from: events, filter: \"api_key = 'a'\"}\nsinks:")
            .replace("out: {from: events", "out: {from: s");
    site.write(pipeline).give("a.ndjson", "{\"k\":\"a\",\"api_key\":\"a\"}\n");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    site.write(pipeline.replace("= 'a'", "= 'b'"))
        .give("b.ndjson", "{\"k\":\"b\",\"api_key\":\"b\"}\n");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(site.path("checkpoint/plans/0002.json"))).contains("= 'b'");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }
}
