package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A checkpoint of three generations with a damaged file: the run is right all the same, or names
 * the file and the newest batch that is intact, and touches nothing.
 */
class DamagedGenerationsTest {
  private static final int FLIPS = 3;
  private static final int CUTS = 2;

  private static final List<String> RIGHT =
      List.of(
          row("00", "05", "\"site\":\"a\",\"n\":1,\"slowest\":3"),
          row("00", "10", "\"site\":\"a\",\"n\":2,\"slowest\":null"),
          row("00", "10", "\"site\":\"b\",\"n\":1,\"slowest\":null"));

  @TempDir private Path temp;

  private static String row(String start, String end, String rest) {
    return "{\"window_start\":\"2026-03-01T10:%s:00.000Z\",\"window_end\":\"2026-03-01T10:%s:00.000Z\",%s}"
        .formatted(start, end, rest);
  }

  private static Path frozen() {
    Path root = Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();
    return root.resolve("runner/src/test/resources/formats/v1/three-generations");
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private Path copy(String name) throws IOException {
    Path folder = temp.resolve(name);
    for (Path file : files(frozen())) {
      Path target = folder.resolve(frozen().relativize(file).toString());
      Files.createDirectories(target.getParent());
      Files.copy(file, target);
    }
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(
        folder.resolve("in/4.ndjson"),
        "{\"at\":\"2026-03-01T10:12:00Z\",\"site\":\"c\",\"ms\":1}\n");
    return folder;
  }

  private static Map<String, byte[]> damages(byte[] content) {
    Map<String, byte[]> damages = new LinkedHashMap<>();
    for (int i = 0; i < FLIPS; i++) {
      int at = (int) ((long) (content.length - 1) * i / (FLIPS - 1));
      byte[] flipped = content.clone();
      flipped[at] ^= (byte) (1 << 2 * i);
      damages.put("bit " + 2 * i + " of byte " + at, flipped);
    }
    for (int i = 0; i < CUTS; i++) {
      int length = (content.length - 1) * i / (CUTS - 1);
      damages.put("cut to " + length, Arrays.copyOf(content, length));
    }
    return damages;
  }

  private static Map<String, String> logs(Path folder) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    for (Path file : files(folder.resolve("checkpoint"))) {
      String name = folder.relativize(file).toString();
      if (name.matches("checkpoint/(commits|offsets|plans|state)/.*")) {
        contents.put(name, Arrays.toString(Files.readAllBytes(file)));
      }
    }
    return contents;
  }

  @Test
  void everyDamageIsNamedOrNotNeeded() throws IOException {
    List<String> refused = new ArrayList<>();
    int number = 0;
    for (Path file : files(frozen().resolve("checkpoint"))) {
      String name = frozen().resolve("checkpoint").relativize(file).toString();
      for (Map.Entry<String, byte[]> damage : damages(Files.readAllBytes(file)).entrySet()) {
        Path folder = copy("case-" + number++);
        Files.write(folder.resolve("checkpoint").resolve(name), damage.getValue());
        if (isRefused(folder, name, name + ", " + damage.getKey())) {
          refused.add(name);
        }
      }
    }
    assertThat(refused)
        .contains("checkpoint.json", "commits/000000005", "offsets/000000002", "plans/0003.json")
        .anyMatch(name -> name.startsWith("state/segments/4-"));
  }

  private static boolean isRefused(Path folder, String name, String what) throws IOException {
    Map<String, String> before = logs(folder);
    CliRun run = CliRun.of("run", folder.resolve("third.yaml").toString());
    assertThat(run.err()).as(what).doesNotContain("Exception", "\tat ");
    if (run.end() == ExitCode.DONE) {
      List<String> rows = new ArrayList<>();
      for (Path part : files(folder.resolve("out"))) {
        if (part.getFileName().toString().startsWith("part-")) {
          rows.addAll(Files.readAllLines(part));
        }
      }
      assertThat(rows).as(what).containsExactlyInAnyOrderElementsOf(RIGHT);
      return false;
    }
    assertThat(run.end()).as("%s: %s", what, run.err()).isEqualTo(ExitCode.CHECKPOINT);
    assertThat(run.err()).as(what).contains(name);
    assertThat(run.err()).as(what).containsAnyOf("ewest intact batch is", "No retained batch is");
    assertThat(logs(folder)).as(what).isEqualTo(before);
    return true;
  }
}
