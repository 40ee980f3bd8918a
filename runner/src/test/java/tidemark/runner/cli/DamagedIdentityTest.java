package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage of the two files that say whose a checkpoint is and who may write it. */
class DamagedIdentityTest {
  @TempDir private Path folder;
  private String checkpoint;
  private String file;

  @BeforeEach
  void runOneBatch() throws IOException {
    checkpoint = folder.resolve("checkpoint").toString();
    file =
        Files.writeString(
                folder.resolve("p.yaml"),
                """
                format: 1
                pipeline: copies
                sources:
                  events:
                    file: {path: in, format: ndjson}
                    columns: {k: string}
                sinks:
                  out: {from: events, file: {path: out, format: ndjson}}
                checkpoint: checkpoint
                """)
            .toString();
    Files.createDirectory(folder.resolve("in"));
    Files.writeString(folder.resolve("in/1.ndjson"), "{\"k\":\"a\"}\n");
    done("run", file);
  }

  private static CliRun done(String... arguments) {
    CliRun run = CliRun.of(arguments);
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    return run;
  }

  /** As a disk that was full, a copy that was cut off, and an editor leave it. */
  private void damage(String name, String how) throws IOException {
    Path path = Path.of(checkpoint, name);
    byte[] content = Files.readAllBytes(path);
    Files.write(
        path,
        switch (how) {
          case "empty" -> new byte[0];
          case "cut" -> Arrays.copyOf(content, content.length / 2);
          default ->
              "no JSON at all, whatever its length is; it only has to be long\n"
                  .getBytes(StandardCharsets.UTF_8);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"empty", "cut", "text"})
  void withoutItsIdentityACheckpointCanBeNothingButReplaced(String how) throws IOException {
    damage("checkpoint.json", how);
    for (String[] command :
        new String[][] {
          {"run", file},
          {"status", checkpoint},
          {"lint", file, "--checkpoint", checkpoint},
          {"checkpoint", "verify", checkpoint},
          {"checkpoint", "rollback", checkpoint, "--to-batch", "0"}
        }) {
      CliRun refused = CliRun.of(command);
      assertThat(refused.end()).as(command[0]).isEqualTo(ExitCode.CHECKPOINT);
      assertThat(refused.err())
          .contains("TM504", "checkpoint.json is damaged", "Put the file back from a copy")
          .contains("move its folder away")
          .doesNotContain("tidemark checkpoint rollback");
    }
    Files.move(Path.of(checkpoint), folder.resolve("away"));
    assertThat(CliRun.of("run", file).err()).contains("TM606", "--adopt");
    Files.writeString(folder.resolve("in/2.ndjson"), "{\"k\":\"b\"}\n");
    done("run", file, "--adopt");
    try (var parts = Files.list(folder.resolve("out")).filter(Files::isRegularFile)) {
      assertThat(parts).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"empty", "cut", "text"})
  void damagedLeaseSaysNothingAndIsMadeAnew(String how) throws IOException {
    damage("lease.json", how);
    assertThat(done("status", checkpoint).out())
        .containsPattern("lease +not known: `lease.json` is not there or damaged");
    assertThat(done("status", checkpoint, "--format", "json").out()).contains("\"set_back\"");
    CliRun verify = CliRun.of("checkpoint", "verify", checkpoint);
    assertThat(verify.end()).isEqualTo(ExitCode.CHECKPOINT);
    assertThat(verify.err())
        .contains("tidemark checkpoint rollback " + checkpoint + " --to-batch 0");
    done("checkpoint", "rollback", checkpoint, "--to-batch", "0");
    done("checkpoint", "verify", checkpoint);
  }

  @Test
  void runGoesOnWithADamagedLease() throws IOException {
    damage("lease.json", "empty");
    done("run", file);
    done("checkpoint", "verify", checkpoint);
  }
}
