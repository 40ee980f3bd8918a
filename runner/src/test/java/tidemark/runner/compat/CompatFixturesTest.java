package tidemark.runner.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The folders {@code compat/<change>}: going from {@code before.yaml} to {@code after.yaml} gives
 * exactly the changes of {@code expected.txt}, a line each: verdict and id, in any order. The
 * expectations come from the rules, never from the output.
 */
class CompatFixturesTest {
  private static final Path FIXTURES = Path.of("src/test/resources/compat");

  @TestFactory
  Stream<DynamicTest> eachChangeHasItsVerdict() throws IOException {
    try (Stream<Path> folders = Files.list(FIXTURES)) {
      List<Path> all = folders.sorted().toList();
      return all.stream().map(f -> dynamicTest(f.getFileName().toString(), () -> check(f)));
    }
  }

  private static void check(Path folder) throws IOException {
    Comparison comparison =
        Checked.compare(
            Files.readString(folder.resolve("before.yaml")),
            Files.readString(folder.resolve("after.yaml")));
    assertThat(comparison.changes().stream().map(c -> c.verdict().word() + " " + c.id()))
        .as("%s", comparison.changes())
        .containsExactlyInAnyOrderElementsOf(Files.readAllLines(folder.resolve("expected.txt")));
    boolean refused = comparison.verdict() == Verdict.REFUSED;
    assertThat(comparison.upgrade().isEmpty()).isEqualTo(refused);
    for (Change change : comparison.changes()) {
      assertThat(change.reason()).isNotBlank();
      assertThat(change.now().file()).isEqualTo("after.yaml");
      boolean needsWayOut = change.verdict().isWorseThan(Verdict.MIGRATES);
      assertThat(change.waysOut().isEmpty() && needsWayOut).isFalse();
    }
  }
}
