package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

/** Random chains of deduplications and sums over random data, against a naive model. */
class ChainModelTest {
  private static final int CASES = Integer.getInteger("tidemark.cases", 60);
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
  private static final long LATER = Instant.parse("2024-01-01T00:00:00Z").toEpochMilli() * 1000;
  private static final int ONE_IN = 12;

  @TempDir private Path temp;
  private int deaths;
  private long rowsCompared;

  @Test
  void everyBatchIsTheModelsWhetherRunAtOnceOrRestartedAfterEachOrCrashed() throws IOException {
    System.out.printf("%d chains, seed %d (set tidemark.seed to repeat)%n", CASES, SEED);
    for (int i = 0; i < CASES; i++) {
      Path folder = temp.resolve("chain-" + i);
      new Case(folder, SEED + i).run();
      Results.delete(folder);
    }
    System.out.printf("%d rows compared, %d deaths in %d chains%n", rowsCompared, deaths, CASES);
    assertThat(deaths).isGreaterThan(CASES / 8);
    assertThat(rowsCompared).isGreaterThan(5L * CASES);
  }

  private final class Case {
    private final Path folder;
    private final long seed;
    private final SplittableRandom random;
    private final ChainCase rules;
    private final List<List<ModelRow>> files = new ArrayList<>();
    private final List<List<String>> expected = new ArrayList<>();

    Case(Path folder, long seed) {
      this.folder = folder;
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.rules = ChainCase.random(random);
    }

    void run() throws IOException {
      long begin = random.nextInt(6) == 0 ? -90 * ModelCase.SECOND : LATER;
      int count = 2 + random.nextInt(6);
      for (int file = 0; file < count; file++) {
        List<ModelRow> rows = new ArrayList<>();
        int size = random.nextInt(25);
        for (int row = 0; row < size; row++) {
          rows.add(ModelRow.random(random, begin, file));
        }
        files.add(rows);
      }
      expect();
      give();
      Path file = Files.writeString(folder.resolve("p.yaml"), rules.yaml());
      LocalPipeline pipeline = new LocalPipeline(file, seed);
      int threads = 1 + random.nextInt(4);
      pipeline.run(threads);
      assertAllShown("at once");
      clear(pipeline);
      while (pipeline.runOneBatch(threads)) {}
      assertAllShown("restarted after each batch");
      clear(pipeline);
      CrashPoint crash =
          (boundary, batch) -> {
            if (random.nextInt(ONE_IN) == 0) {
              throw new Died(boundary, batch);
            }
          };
      while (pipeline.dies(threads, crash)) {
        deaths++;
      }
      assertAllShown("crashed");
    }

    private void expect() {
      ChainModel model = new ChainModel(rules);
      for (int from = 0; from < files.size(); from += rules.filesPerBatch()) {
        int to = Math.min(files.size(), from + rules.filesPerBatch());
        expected.add(model.batch(files.subList(from, to).stream().flatMap(List::stream).toList()));
      }
      while (model.mustClose()) {
        expected.add(model.batch(List.of()));
      }
    }

    private void give() throws IOException {
      Path in = Files.createDirectories(folder.resolve("a"));
      for (int i = 0; i < files.size(); i++) {
        StringBuilder text = new StringBuilder();
        files.get(i).forEach(row -> text.append(row.json()));
        Path file = Files.writeString(in.resolve(i + ".ndjson"), text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + 1000L * i));
      }
    }

    private void clear(LocalPipeline pipeline) throws IOException {
      Results.sinks(folder).forEach(Results::delete);
      Results.delete(pipeline.checkpoint());
    }

    private void assertAllShown(String how) throws IOException {
      for (int batch = 0; batch < expected.size(); batch++) {
        assertThat(rows("part-%09d-".formatted(batch)))
            .as("batch %d, %s, of the chain with seed %d:%n%s", batch, how, seed, rules.yaml())
            .isEqualTo(expected.get(batch));
        rowsCompared += expected.get(batch).size();
      }
      assertThat(rows("part-%09d-".formatted(expected.size()))).as(rules.yaml()).isEmpty();
    }

    private List<String> rows(String prefix) throws IOException {
      List<String> rows = new ArrayList<>();
      try (Stream<Path> parts = Files.list(folder.resolve("out"))) {
        for (Path file :
            parts.filter(f -> f.getFileName().toString().startsWith(prefix)).toList()) {
          rows.addAll(Files.readAllLines(file));
        }
      }
      rows.sort(Comparator.naturalOrder());
      return rows;
    }
  }
}
