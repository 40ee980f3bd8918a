package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes that only the stored rows show to be harmless. */
class ScanStateTest {
  private static final String SUMS =
      """
      format: 1
      pipeline: sums
      sources:
        events:
          file: {path: in, format: ndjson}
          columns: {k: bigint, price: "decimal(6,1)"}
      steps:
        per_key: {from: events, aggregate: {by: [k], compute: {total: sum(price), top: max(price)}}}
      sinks:
        out: {from: per_key, file: {path: out, format: ndjson}}
      output_mode: update
      checkpoint: checkpoint
      """;

  @TempDir private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    Files.createDirectories(folder.resolve("in"));
  }

  private void give(String name, String... rows) throws IOException {
    Files.writeString(folder.resolve("in").resolve(name), String.join("\n", rows) + "\n");
  }

  private CliRun run(String pipeline, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("p.yaml"), pipeline);
    List<String> arguments = new ArrayList<>(List.of("run", file.toString()));
    arguments.addAll(List.of(options));
    return CliRun.of(arguments.toArray(new String[0]));
  }

  @Test
  void narrowerTypesAreRefusedUntilTheStoredRowsShowThatAllFit() throws IOException {
    give("1", "{\"k\":1,\"price\":1.5}");
    assertThat(run(SUMS).end()).isEqualTo(ExitCode.DONE);
    String narrower = SUMS.replace("k: bigint", "k: int").replace("decimal(6,1)", "decimal(6,2)");
    CliRun refused = run(narrower);
    assertThat(refused.end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(refused.err()).contains("--scan-state");
    give("2", "{\"k\":1,\"price\":1.25}");
    CliRun run = run(narrower, "--scan-state");
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(CliRun.results(folder.resolve("out")))
        .containsExactly(
            "{\"k\":1,\"total\":1.5,\"top\":1.5}", "{\"k\":1,\"total\":2.75,\"top\":1.50}");
    // What was proven is in the plan now.
    assertThat(run(narrower).end()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void oneStoredValueThatDoesNotFitRefusesTheChange() throws IOException {
    give("1", "{\"k\":1,\"price\":1.5}", "{\"k\":3000000000,\"price\":2}");
    assertThat(run(SUMS).end()).isEqualTo(ExitCode.DONE);
    CliRun run = run(SUMS.replace("k: bigint", "k: int"), "--scan-state");
    assertThat(run.end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(run.err())
        .contains("stored keys may not be of the new type")
        .doesNotContain("--scan-state");
  }

  @Test
  void numberOfATimeIsNoProofThatItIsANumber() throws IOException {
    String times = SUMS.replace("k: bigint", "k: timestamp");
    give("1", "{\"k\":\"2026-01-01T00:00:00Z\",\"price\":1.5}");
    assertThat(run(times).end()).isEqualTo(ExitCode.DONE);
    CliRun run = run(SUMS, "--scan-state");
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.INCOMPATIBLE);
  }

  @Test
  void nullThatIsStoredRefusesAKeyThatIsNeverNull() throws IOException {
    give("1", "{\"k\":1,\"price\":1.5}");
    assertThat(run(SUMS).end()).isEqualTo(ExitCode.DONE);
    String strict = SUMS.replace("k: bigint", "k: bigint not null");
    assertThat(run(strict).end()).isEqualTo(ExitCode.INCOMPATIBLE);
    CliRun upgrade =
        CliRun.of("upgrade", folder.resolve("p.yaml").toString(), "--scan-state", "--rehearse");
    assertThat(upgrade.end()).as(upgrade.err()).isEqualTo(ExitCode.DONE);
    assertThat(upgrade.out()).contains("no stored key is null");
    give("2", "{\"k\":null,\"price\":1}");
    assertThat(run(SUMS).end()).isEqualTo(ExitCode.DONE);
    assertThat(run(strict, "--scan-state").end()).isEqualTo(ExitCode.INCOMPATIBLE);
  }
}
