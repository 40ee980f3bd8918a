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

/** A secret that a pipeline uses is found in nothing that a run prints or keeps. */
class SecretFaultsTest {
  private static final String SECRET = "s3cr3t-\"77";
  private static final Map<String, String> ENV = Map.of("TIDEMARK_SECRET_KEY", SECRET);

  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void open() throws IOException {
    site = new Site(folder);
    site.write(
        Site.COUNTS.replace(
            "steps:\n  per_key:\n    from: events",
            """
            steps:
              known:
                from: events
                filter: k <> '${secret:KEY}'
              hidden:
                from: known
                with: {k: "concat(k, left('${secret:KEY}', 0))"}
              per_key:
                from: hidden\
            """));
    site.give("a.ndjson", Site.events("a@00:01", "a@00:31"));
  }

  private Ran command(String... args) {
    return Site.command(ENV, args);
  }

  @Test
  void secretInAnExpressionIsInNoOutputAndNoFileOfTheCheckpoint() throws IOException {
    String file = site.path("p.yaml").toString();
    Ran first = command("run", file);
    assertThat(first.end()).isEqualTo(ExitCode.DONE);
    assertThat(command("run", file).end()).isEqualTo(ExitCode.DONE);
    for (Ran ran : new Ran[] {first, command("explain", file), command("lint", file)}) {
      assertThat(ran.out() + ran.err()).doesNotContain("s3cr3t");
    }
    assertThat(Files.readString(site.path("checkpoint/plans/0001.json"))).contains("***");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(each, StandardCharsets.ISO_8859_1))
            .as("%s", each)
            .doesNotContain("s3cr3t");
      }
    }
  }

  @Test
  void secretInARecordThatFailsTheRunIsMasked() throws IOException {
    site.give("b.ndjson", "{\"k\":\"x\",\"ts\":\"s3cr3t-\\\"77\"}\n{\"k\":'" + SECRET + "'}\n");
    Ran ran = command("run", site.path("p.yaml").toString());
    assertThat(ran.end()).isEqualTo(ExitCode.FAILED);
    site.give("b.ndjson", "{\"k\":'" + SECRET + "'}\n");
    Ran other = command("run", site.path("p.yaml").toString(), "--debug");
    assertThat(other.end()).isEqualTo(ExitCode.FAILED);
    assertThat(other.err()).contains("TM601").doesNotContain("s3cr3t");
  }

  @Test
  void secretMayBeReplacedWithoutAnotherPlan() throws IOException {
    String file = site.path("p.yaml").toString();
    command("run", file);
    Ran ran = Site.command(Map.of("TIDEMARK_SECRET_KEY", "another-one"), "run", file);
    assertThat(ran.end()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void secretThatIsNotSetStopsTheRunAndIsNamed() throws IOException {
    Ran ran = Site.command(Map.of(), "run", site.path("p.yaml").toString());
    assertThat(ran.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.err()).contains("TIDEMARK_SECRET_KEY");
    assertThat(site.path("checkpoint")).doesNotExist();
  }
}
