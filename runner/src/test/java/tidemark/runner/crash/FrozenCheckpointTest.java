package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checkpoints that an earlier build wrote. One through three generations: groups of ten minutes,
 * then with an aggregate that is withheld from them, then under another name in windows of five
 * minutes while the old ones close. The other through two: a join, then with its keys in another
 * order and wider, and one column more. What they mean must not change.
 */
class FrozenCheckpointTest {
  @TempDir private Path folder;

  private void copy(String name, String file) throws IOException {
    Path root = Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();
    Path frozen = root.resolve("runner/src/test/resources/formats/v1").resolve(name);
    FolderCopy.copy(frozen.resolve("checkpoint"), folder.resolve("checkpoint"));
    Files.copy(frozen.resolve(file), folder.resolve(file));
  }

  private void give(String name, String rows) throws IOException {
    Path file = folder.resolve(name + ".ndjson");
    Files.createDirectories(file.getParent());
    Files.writeString(file, rows + "\n");
  }

  private List<String> rows() throws IOException {
    try (Stream<Path> parts = Files.list(folder.resolve("out"))) {
      List<Path> files = parts.filter(p -> p.toString().endsWith(".ndjson")).sorted().toList();
      StringBuilder all = new StringBuilder();
      for (Path file : files) {
        all.append(Files.readString(file));
      }
      return all.toString().lines().sorted().toList();
    }
  }

  private static String row(String start, String end, String rest) {
    return "{\"window_start\":\"2026-03-01T10:%s:00.000Z\",\"window_end\":\"2026-03-01T10:%s:00.000Z\",%s}"
        .formatted(start, end, rest);
  }

  @Test
  void thePlanThatWroteItGoesOn() throws IOException {
    copy("three-generations", "third.yaml");
    give("in/4", "{\"at\":\"2026-03-01T10:12:00Z\",\"site\":\"c\",\"ms\":1}");
    new LocalPipeline(folder.resolve("third.yaml"), 1).run(2);
    assertThat(rows())
        .containsExactly(
            row("00", "05", "\"site\":\"a\",\"n\":1,\"slowest\":3"),
            row("00", "10", "\"site\":\"a\",\"n\":2,\"slowest\":null"),
            row("00", "10", "\"site\":\"b\",\"n\":1,\"slowest\":null"));
  }

  @Test
  void aFourthGenerationBringsItsRowsOver() throws IOException {
    copy("three-generations", "third.yaml");
    String fourth =
        Files.readString(folder.resolve("third.yaml"))
            .replace(
                "{n: count(*), slowest: max(ms)}",
                "{total: sum(ms), slowest: max(ms), n: count(*)}");
    Path file = Files.writeString(folder.resolve("fourth.yaml"), fourth);
    give("in/4", "{\"at\":\"2026-03-01T10:04:30Z\",\"site\":\"a\",\"ms\":4}");
    new LocalPipeline(file, 1).run(2);
    give("in/5", "{\"at\":\"2026-03-01T10:12:00Z\",\"site\":\"c\",\"ms\":1}");
    new LocalPipeline(file, 2).run(1);
    assertThat(rows())
        .containsExactly(
            row("00", "05", "\"site\":\"a\",\"total\":4,\"slowest\":4,\"n\":2"),
            row("00", "10", "\"site\":\"a\",\"total\":null,\"slowest\":null,\"n\":2"),
            row("00", "10", "\"site\":\"b\",\"total\":null,\"slowest\":null,\"n\":1"));
  }

  @Test
  void rowsThatAJoinKeptUnderTwoPlansFindTheirPartners() throws IOException {
    copy("join-two-generations", "second.yaml");
    give(
        "payments/1",
        """
        {"paid_order":"o1","paid_shop":1,"paid":"2026-03-01T10:04:00Z","euros":50}
        {"paid_order":"o3","paid_shop":1,"paid":"2026-03-01T10:05:00Z","euros":60}
        {"paid_order":"o9","paid_shop":1,"paid":"2026-03-01T10:30:00Z","euros":1}\
        """);
    give(
        "orders/3",
        "{\"order\":\"o9\",\"shop\":1,\"placed\":\"2026-03-01T10:30:00Z\",\"amount\":3000000000,"
            + "\"note\":\"last\"}");
    new LocalPipeline(folder.resolve("second.yaml"), 1).run(2);
    assertThat(rows())
        .containsExactly(
            "{\"note\":\"last\",\"order\":\"o9\",\"amount\":3000000000,\"euros\":1}",
            "{\"note\":\"late\",\"order\":\"o3\",\"amount\":9,\"euros\":60}",
            "{\"note\":null,\"order\":\"o1\",\"amount\":5,\"euros\":50}",
            "{\"note\":null,\"order\":\"o2\",\"amount\":7,\"euros\":null}");
  }
}
