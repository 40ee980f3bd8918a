package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
