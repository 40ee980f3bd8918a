package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import tidemark.statestore.files.LocalFiles;

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
  void secretInAnAggregateIsMaskedInItsStateAndFoundAgain() throws IOException {
    site.write(
        Site.COUNTS.replace(
            "{n: count(*)}", "{n: \"count_if(k <> '${secret:KEY}')\", all: count(*)}"));
    String file = site.path("p.yaml").toString();
    Ran first = command("run", file);
    assertThat(first.end()).as(first.err()).isEqualTo(ExitCode.DONE);
    site.give("b.ndjson", Site.events("a@00:32", "b@01:00"));
    Ran second = command("run", file);
    assertThat(second.end()).as(second.err()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows()).anyMatch(row -> row.contains("\"n\":2,\"all\":2"));
    assertThat(Files.readString(site.path("checkpoint/plans/0001.json"))).contains("***");
  }

  /** Which of them stored groups belong to could not be told from a checkpoint without secrets. */
  @Test
  void aggregatesThatDifferInSecretsAloneAreRefused() throws IOException {
    site.write(
        Site.COUNTS.replace(
            "{n: count(*)}",
            "{n: \"count_if(k <> '${secret:KEY}')\", m: \"count_if(k <> '${secret:OTHER}')\"}"));
    Ran ran =
        Site.command(
            Map.of("TIDEMARK_SECRET_KEY", SECRET, "TIDEMARK_SECRET_OTHER", "another-one"),
            "run",
            site.path("p.yaml").toString());
    assertThat(ran.end()).as(ran.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.err())
        .contains("TM904", "per_key", "count_if((k <> '***'))")
        .doesNotContain("s3cr3t", "another-one");
  }

  @Test
  void secretThatIsNotSetStopsTheRunAndIsNamed() throws IOException {
    Ran ran = Site.command(Map.of(), "run", site.path("p.yaml").toString());
    assertThat(ran.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.err()).contains("TIDEMARK_SECRET_KEY");
    assertThat(site.path("checkpoint")).doesNotExist();
  }

  /** A server, and a program, that repeat what they were told when they fail. */
  @Test
  void secretThatAReceiverRepeatsIsMasked() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        request -> {
          byte[] unused = request.getRequestBody().readAllBytes(); // unread, it breaks the answer
          byte[] told =
              ("no: " + request.getRequestHeaders().getFirst("X-Whatever"))
                  .getBytes(StandardCharsets.UTF_8);
          request.sendResponseHeaders(403, told.length);
          request.getResponseBody().write(told);
          request.close();
        });
    server.start();
    try {
      String url = "http://localhost:" + server.getAddress().getPort() + "/rows";
      assertRefusedWithoutSecret(
          "http: {url: \"%s\", idempotent: true, headers: {X-Whatever: \"${secret:KEY}\"}}"
              .formatted(url),
          "no: ***");
      assertRefusedWithoutSecret(
          "exec: {command: [sh, -c, 'echo \"no: $WHATEVER\"; exit 9'], rejected: [9],"
              + " idempotent: true, environment: {WHATEVER: \"${secret:KEY}\"}}",
          "no: ***");
    } finally {
      server.stop(0);
    }
  }

  private void assertRefusedWithoutSecret(String sink, String shown) throws IOException {
    site.write(
        """
        format: 1
        pipeline: told
        sources:
          events: {file: {path: in, format: ndjson}, columns: {k: string}}
        sinks:
          out: {from: events, %s}
        checkpoint: told
        """
            .formatted(sink));
    LocalFiles.deleteTree(site.path("told"));
    Ran ran = command("run", site.path("p.yaml").toString(), "--debug");
    assertThat(ran.end()).as(ran.err()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.err()).contains("TM605", shown).doesNotContain("s3cr3t");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(each, StandardCharsets.ISO_8859_1))
            .as("%s", each)
            .doesNotContain("s3cr3t");
      }
    }
  }
}
