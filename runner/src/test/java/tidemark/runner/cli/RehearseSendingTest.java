package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rehearsals of sinks that hand each batch to someone who keeps no marks of Tidemark's. */
class RehearseSendingTest {
  @TempDir private Path folder;

  private String pipeline(String sinks) throws IOException {
    Path in = Files.createDirectories(folder.resolve("in"));
    Files.writeString(in.resolve("1.ndjson"), "{\"k\":\"a\"}\n{\"k\":\"b\"}\n");
    return Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: sent
            sources:
              events: {file: {path: in, format: ndjson}, columns: {k: string}}
            sinks:
            %s
            checkpoint: checkpoint
            """
                .formatted(sinks.strip().indent(2)))
        .toString();
  }

  private CliRun rehearse(String file) {
    CliRun run = CliRun.of("rehearse", file, "--scratch", "once=" + folder);
    assertThat(run.end()).as(run.out() + run.err()).isEqualTo(ExitCode.DONE);
    return new CliRun(run.end(), run.out().replaceAll(" +", " "), run.err());
  }

  @Test
  void programsAreStartedOnceOrWithTheirKeyOrDecidedAbout() throws IOException {
    String file =
        pipeline(
            """
            asked: {from: events, exec: {command: ["false"], outcome_command: ["false"]}}
            keyed: {from: events, exec: {command: ["false"], idempotent: true}}
            once: {from: events, exec: {command: ["false"]}}
            """);
    assertThat(rehearse(file).out())
        .contains("killed 12 times")
        .contains("before `asked` committed 0 asked 0 0 nothing of it is there: written again")
        .contains("after `asked` committed, its answer lost 0 asked 0 0 it was answered:")
        .contains("before `keyed` committed 0 keyed 0 0 nobody can tell: sent again under its key")
        .contains("`keyed` committed, its answer lost 0 keyed 0 0 nobody can tell: sent again")
        .contains("before `once` committed 0 once 0 0 nobody can tell, exit code 4:")
        .contains("`reconcile --as` rejected")
        .contains(
            "after `once` committed, its answer lost 0 once 0 0 nobody can tell, exit code 4:")
        .contains("`reconcile --as` committed")
        .contains("once 2 once, or someone decides exactly once holds");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(p -> p.getFileName().toString()))
          .containsExactlyInAnyOrder("in", "p.yaml");
    }
  }

  @Test
  void serversAreSentToOnceOrWithTheKeyOrDecidedAbout() throws IOException {
    HttpServer mine = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    Set<String> heard = new ConcurrentSkipListSet<>();
    mine.createContext(
        "/",
        exchange -> {
          heard.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    mine.start();
    String file =
        pipeline(
            """
            keyed: {from: events, http: {url: "http://nowhere.invalid/", idempotent: true}}
            once: {from: events, http: {url: "http://nowhere.invalid/", user: me, password: x}}
            """);
    CliRun run =
        CliRun.of(
            "rehearse",
            file,
            "--scratch",
            "once=http://localhost:" + mine.getAddress().getPort() + "/");
    mine.stop(0);
    assertThat(run.end()).as(run.out() + run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.out().replaceAll(" +", " "))
        .contains("before `keyed` committed 0 keyed 0 0 nobody can tell: sent again under its key")
        .contains("`keyed` committed, its answer lost 0 keyed 0 0 nobody can tell: sent again")
        .contains("before `once` committed 0 once 0 0 nobody can tell, exit code 4:")
        .contains(
            "after `once` committed, its answer lost 0 once 0 0 nobody can tell, exit code 4:")
        .contains("keyed 2 once a key exactly once holds");
    assertThat(heard).containsExactly("{\"k\":\"a\"}\n{\"k\":\"b\"}\n");
  }

  @Test
  void aPlaceThatDiffersFromBatchToBatchIsRefused() throws IOException {
    String file = pipeline("once: {from: events, http: {url: \"http://nowhere.invalid/{key}\"}}\n");
    CliRun run = CliRun.of("rehearse", file, "--scratch", "once=http://localhost:1/{key}");
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err())
        .contains("error TM645: a URL for a rehearsal names one place, without `{`")
        .contains("--scratch SINK=URL");
  }
}
