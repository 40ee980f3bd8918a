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
import tidemark.operators.StepMetrics;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.CrashPoint;

/** Random joins of two streams over random data, restarted and crashed, against a naive model. */
class JoinModelTest {
  private static final int CASES = Integer.getInteger("tidemark.cases", 60);
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
  private static final long BEGIN = Instant.parse("2024-01-01T00:00:00Z").toEpochMilli() * 1000;
  private static final int ONE_IN = 12;
  private static final List<String> SOURCES = List.of("a", "b");

  @TempDir private Path temp;
  private int deaths;
  private long rowsCompared;

  @Test
  void everyBatchIsTheModelsWhateverWorkersRestartsAndCrashes() throws IOException {
    System.out.printf("%d joins, seed %d (set tidemark.seed to repeat)%n", CASES, SEED);
    for (int i = 0; i < CASES; i++) {
      Path folder = temp.resolve("case-" + i);
      new Case(folder, SEED + i).run();
      Results.delete(folder);
    }
    System.out.printf("%d rows compared, %d deaths in %d joins%n", rowsCompared, deaths, CASES);
    assertThat(deaths).isGreaterThan(CASES / 4);
    assertThat(rowsCompared).isGreaterThan(10L * CASES);
  }

  /** One join, its data in up to three goes, and what the model makes of them. */
  private final class Case {
    private final Path folder;
    private final long seed;
    private final SplittableRandom random;
    private final JoinCase rules;
    private final List<List<String>> expected = new ArrayList<>();
    private final List<Long> expectedKept = new ArrayList<>();
    private final List<Integer> batchesAfterGo = new ArrayList<>();
    private final List<List<List<List<ModelRow>>>> goes = new ArrayList<>();

    Case(Path folder, long seed) {
      this.folder = folder;
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.rules = JoinCase.random(random);
    }

    void run() throws IOException {
      Files.createDirectories(folder);
      Path file = Files.writeString(folder.resolve("p.yaml"), rules.yaml());
      JoinModel model = new JoinModel(rules);
      int count = 1 + random.nextInt(3);
      for (int go = 0; go < count; go++) {
        goes.add(randomFiles(go));
        expectAll(model, goes.get(go));
      }
      LocalPipeline pipeline = new LocalPipeline(file, seed);
      batchByBatch(pipeline);
      Results.sinks(folder).forEach(Results::delete);
      Results.delete(pipeline.checkpoint());
      SOURCES.forEach(source -> Results.delete(folder.resolve(source)));
      dying(pipeline);
    }

    private List<List<List<ModelRow>>> randomFiles(int go) {
      List<List<List<ModelRow>>> sources = new ArrayList<>();
      for (int source = 0; source < SOURCES.size(); source++) {
        List<List<ModelRow>> files = new ArrayList<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
          List<ModelRow> rows = new ArrayList<>();
          int size = random.nextInt(5) == 0 ? 0 : random.nextInt(25);
          for (int row = 0; row < size; row++) {
            rows.add(ModelRow.random(random, BEGIN, 3 * go + i));
          }
          files.add(rows);
        }
        sources.add(files);
      }
      return sources;
    }

    private void expectAll(JoinModel model, List<List<List<ModelRow>>> sources) {
      int most = sources.stream().mapToInt(List::size).max().orElse(0);
      for (int from = 0; from < most; from += rules.filesPerBatch()) {
        List<List<ModelRow>> rows = new ArrayList<>();
        for (List<List<ModelRow>> files : sources) {
          int to = Math.min(files.size(), from + rules.filesPerBatch());
          rows.add(files.subList(Math.min(from, to), to).stream().flatMap(List::stream).toList());
        }
        expect(model, rows);
      }
      while (model.mustClose()) {
        expect(model, List.of(List.of(), List.of()));
      }
      batchesAfterGo.add(expected.size());
    }

    private void expect(JoinModel model, List<List<ModelRow>> rows) {
      expected.add(model.batch(rows));
      expectedKept.add(model.kept());
    }

    /** Each micro-batch in a run of its own, with any number of workers. */
    private void batchByBatch(LocalPipeline pipeline) throws IOException {
      int batch = 0;
      for (int go = 0; go < goes.size(); go++) {
        give(go);
        while (pipeline.runOneBatch(1 + random.nextInt(4), this::assertKept)) {
          assertShown(batch++);
        }
        assertThat(batch).as(this::toString).isEqualTo(batchesAfterGo.get(go));
      }
    }

    private void dying(LocalPipeline pipeline) throws IOException {
      CrashPoint crash =
          (boundary, batch) -> {
            if (random.nextInt(ONE_IN) == 0) {
              throw new Died(boundary, batch);
            }
          };
      for (int go = 0; go < goes.size(); go++) {
        give(go);
        while (pipeline.dies(1 + random.nextInt(4), crash)) {
          deaths++;
        }
        for (int batch = 0; batch < batchesAfterGo.get(go); batch++) {
          assertShown(batch);
        }
        assertThat(Results.staged(folder)).as(this::toString).isEmpty();
      }
    }

    /** No row is kept longer than its side's bound says, and none is forgotten before. */
    private void assertKept(BatchProgress progress) {
      int batch = Math.toIntExact(progress.batch());
      assertThat(batch).as(this::toString).isLessThan(expectedKept.size());
      assertThat(progress.steps().values())
          .as(() -> "state after batch " + batch + " of " + this)
          .extracting(StepMetrics::rows)
          .containsExactly(expectedKept.get(batch));
    }

    private void assertShown(int batch) {
      assertThat(batch).as(this::toString).isLessThan(expected.size());
      assertThat(rows("part-%09d-".formatted(batch)))
          .as(() -> "batch " + batch + " of " + this)
          .isEqualTo(expected.get(batch));
      rowsCompared += expected.get(batch).size();
    }

    private List<String> rows(String prefix) {
      List<String> rows = new ArrayList<>();
      try (Stream<Path> files = Files.list(folder.resolve("out"))) {
        for (Path file :
            files.filter(f -> f.getFileName().toString().startsWith(prefix)).toList()) {
          rows.addAll(Files.readAllLines(file));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      rows.sort(Comparator.naturalOrder());
      return rows;
    }

    private void give(int go) throws IOException {
      for (int source = 0; source < SOURCES.size(); source++) {
        Path in = Files.createDirectories(folder.resolve(SOURCES.get(source)));
        int number = 0;
        for (List<ModelRow> rows : goes.get(go).get(source)) {
          StringBuilder text = new StringBuilder();
          rows.forEach(row -> text.append(row.json()));
          Path file = Files.writeString(in.resolve(go + "-" + number + ".ndjson"), text);
          Files.setLastModifiedTime(
              file, FileTime.fromMillis(1_700_000_000_000L + 1000L * (10 * go + number)));
          number++;
        }
      }
    }

    @Override
    public String toString() {
      return "join with seed " + seed + ":\n" + rules.yaml();
    }
  }
}
