package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.runner.engine.CrashPoint;

/**
 * Random pipelines that are changed at random between runs over random data, crashed at random,
 * against a model that computes every result anew from all input.
 */
class UpgradeModelTest {
  private static final int CASES = Integer.getInteger("tidemark.cases", 20);
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
  private static final long BEGIN = Instant.parse("2024-01-01T00:00:00Z").toEpochMilli() * 1000;
  private static final int FILES_PER_BATCH = 2;
  private static final int ONE_IN = 25;

  @TempDir private Path temp;
  private int deaths;
  private int upgrades;
  private long rowsCompared;

  @Test
  void aPipelineThatChangesShowsWhatTheModelShowsWhateverCrashes() throws IOException {
    System.out.printf("%d cases, seed %d (set tidemark.seed to repeat)%n", CASES, SEED);
    for (int i = 0; i < CASES; i++) {
      Path folder = temp.resolve("case-" + i);
      new Case(folder, SEED + i).run();
      Results.delete(folder);
    }
    System.out.printf(
        "%d rows compared, %d upgrades, %d deaths in %d cases%n",
        rowsCompared, upgrades, deaths, CASES);
    assertThat(deaths).isGreaterThan(CASES / 8);
    assertThat(upgrades).isGreaterThan(CASES / 2);
    assertThat(rowsCompared).isGreaterThan(10L * CASES);
  }

  /** One pipeline through its generations. */
  private final class Case {
    private final Path folder;
    private final long seed;
    private final SplittableRandom random;
    private final List<String> files = new ArrayList<>();
    private UpgradeCase rules;
    private final UpgradeModel model;
    private int batches;

    Case(Path folder, long seed) {
      this.folder = folder;
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.rules = UpgradeCase.random(random);
      this.model = new UpgradeModel(rules);
      files.add(rules.yaml());
    }

    void run() throws IOException {
      Files.createDirectories(folder.resolve("in"));
      int goes = 2 + random.nextInt(4);
      for (int go = 0; go < goes; go++) {
        if (go > 0) {
          rules = rules.changed(random);
          model.change(rules);
          files.add(rules.yaml());
          upgrades++;
        }
        run(go);
      }
    }

    private void run(int go) throws IOException {
      Path file = Files.writeString(folder.resolve("p.yaml"), rules.yaml());
      List<List<String>> expected = expect(give(go));
      LocalPipeline pipeline = new LocalPipeline(file, seed + go);
      CrashPoint crash =
          (boundary, batch) -> {
            if (random.nextInt(ONE_IN) == 0) {
              throw new Died(boundary, batch);
            }
          };
      try {
        while (pipeline.dies(1 + random.nextInt(3), crash)) {
          deaths++;
        }
      } catch (RuntimeException e) {
        throw new AssertionError(this.toString(), e);
      }
      for (List<String> rows : expected) {
        String prefix = "part-%09d-".formatted(batches);
        assertThat(rows(prefix)).as(() -> "batch " + batches + " of " + this).isEqualTo(rows);
        rowsCompared += rows.size();
        batches++;
      }
      assertThat(rows("part-%09d-".formatted(batches))).as(this::toString).isEmpty();
    }

    /** Puts one to three files before the source. */
    private List<List<ModelRow>> give(int go) throws IOException {
      List<List<ModelRow>> given = new ArrayList<>();
      int count = 1 + random.nextInt(3);
      for (int number = 0; number < count; number++) {
        List<ModelRow> rows = new ArrayList<>();
        int size = 1 + random.nextInt(15);
        for (int i = 0; i < size; i++) {
          rows.add(ModelRow.random(random, BEGIN, go + number));
        }
        StringBuilder text = new StringBuilder();
        rows.forEach(row -> text.append(row.json()));
        Path file =
            Files.writeString(folder.resolve("in").resolve(go + "-" + number + ".ndjson"), text);
        Files.setLastModifiedTime(
            file, FileTime.fromMillis(1_700_000_000_000L + 1000L * (10 * go + number)));
        given.add(rows);
      }
      return given;
    }

    /** What the micro-batches over the files show. */
    private List<List<String>> expect(List<List<ModelRow>> given) {
      List<List<String>> expected = new ArrayList<>();
      for (int from = 0; from < given.size(); from += FILES_PER_BATCH) {
        int to = Math.min(given.size(), from + FILES_PER_BATCH);
        expected.add(model.batch(given.subList(from, to).stream().flatMap(List::stream).toList()));
      }
      while (model.mustClose()) {
        expected.add(model.batch(List.of()));
      }
      return expected;
    }

    private List<String> rows(String prefix) {
      List<String> rows = new ArrayList<>();
      try (Stream<Path> parts = Files.list(folder.resolve("out"))) {
        for (Path part :
            parts.filter(f -> f.getFileName().toString().startsWith(prefix)).toList()) {
          rows.addAll(Files.readAllLines(part));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      rows.sort(Comparator.naturalOrder());
      return rows;
    }

    @Override
    public String toString() {
      return "case with seed " + seed + ":\n" + String.join("---\n", files);
    }
  }
}
