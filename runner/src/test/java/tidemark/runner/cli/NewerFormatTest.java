package tidemark.runner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint with a file of a later release. */
class NewerFormatTest {
  @TempDir private Path folder;

  @BeforeEach
  void runOnce() throws IOException {
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(folder.resolve("in/1.ndjson"), "{\"k\":\"a\"}\n");
    Files.writeString(
        folder.resolve("p.yaml"),
        """
        format: 1
        pipeline: counts
        sources:
          events: {file: {path: in, format: ndjson}, columns: {k: string}}
        steps:
          per_key: {from: events, aggregate: {by: [k], compute: {n: count(*)}}}
        sinks:
          out: {from: per_key, file: {path: out, format: ndjson}}
        output_mode: update
        checkpoint: checkpoint
        """);
    assertThat(CliRun.of("run", file()).end()).isEqualTo(ExitCode.DONE);
  }

  private String file() {
    return folder.resolve("p.yaml").toString();
  }

  /** As a later release might write it: another format, its own name, a checksum that is right. */
  private void makeNewer(String name) throws IOException {
    Path file = folder.resolve("checkpoint").resolve(name);
    String text = Files.readString(file);
    String body =
        text.substring(0, text.indexOf(",\"crc32c\""))
            .replaceFirst("\"format\":1,\"writer\":\"[^\"]*\"", "\"format\":2,\"writer\":\"7.3\"");
    CRC32C crc = new CRC32C();
    crc.update(body.getBytes(UTF_8));
    Files.writeString(file, body + ",\"crc32c\":\"%08x\"}\n".formatted(crc.getValue()));
  }

  @Test
  void everyCommandNamesTheFileItsFormatAndTheReleaseThatWroteIt() throws IOException {
    makeNewer("commits/000000000");
    String checkpoint = folder.resolve("checkpoint").toString();
    for (List<String> command :
        List.of(
            List.of("run", file()),
            List.of("lint", file(), "--checkpoint", checkpoint),
            List.of("upgrade", file()),
            List.of("status", checkpoint),
            List.of("state", "ls", checkpoint))) {
      CliRun run = CliRun.of(command.toArray(String[]::new));
      assertThat(run.end()).as("%s: %s", command, run.err()).isEqualTo(ExitCode.CHECKPOINT);
      assertThat(run.err())
          .contains("TM505", "commits/000000000 has format 2, written by release 7.3;")
          .doesNotContain("Exception");
    }
  }

  @Test
  void aLeaseOfALaterReleaseIsNotReplaced() throws IOException {
    makeNewer("lease.json");
    byte[] before = Files.readAllBytes(folder.resolve("checkpoint/lease.json"));
    CliRun run = CliRun.of("run", file());
    assertThat(run.end()).isEqualTo(ExitCode.CHECKPOINT);
    assertThat(run.err()).contains("TM505", "lease.json has format 2, written by release 7.3;");
    assertThat(Files.readAllBytes(folder.resolve("checkpoint/lease.json"))).isEqualTo(before);
  }

  @Test
  void aWorkingCopyOfAnotherReleaseIsMadeAnew() throws IOException {
    Path work = folder.resolve("checkpoint/work");
    try (var copies = Files.list(work)) {
      Path copy = copies.findFirst().orElseThrow();
      makeNewer("work/" + copy.getFileName() + "/intact.json");
    }
    Files.writeString(folder.resolve("in/2.ndjson"), "{\"k\":\"a\"}\n");
    assertThat(CliRun.of("run", file()).end()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(folder.resolve("out/part-000000001-000.ndjson")))
        .isEqualTo("{\"k\":\"a\",\"n\":2}\n");
  }
}
