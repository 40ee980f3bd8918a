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

/** Random small pipelines over random data, crashed at random, against a naive model. */
class ModelTest {
  private static final int CASES = Integer.getInteger("tidemark.cases", 250);
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
  private static final long LATER = Instant.parse("2024-01-01T00:00:00Z").toEpochMilli() * 1000;
  private static final int ONE_IN = 12;

  @TempDir private Path temp;
  private int deaths;
  private long rowsCompared;

  @Test
  void everyBatchAndTheResultAreTheModelsWhateverCrashes() throws IOException {
    System.out.printf("%d cases, seed %d (set tidemark.seed to repeat)%n", CASES, SEED);
    for (int i = 0; i < CASES; i++) {
      Path folder = temp.resolve("case-" + i);
      new Case(folder, SEED + i).run();
      Results.delete(folder);
    }
    System.out.printf("%d rows compared, %d deaths in %d cases%n", rowsCompared, deaths, CASES);
    assertThat(deaths).isGreaterThan(CASES / 4);
    assertThat(rowsCompared).isGreaterThan(10L * CASES);
  }

  /** One pipeline, its data in up to three goes, and what the model makes of them. */
  private final class Case {
    private final Path folder;
    private final long seed;
    private final SplittableRandom random;
    private final ModelCase rules;
    private final ReferenceModel model;
    private final List<List<String>> expected = new ArrayList<>();
    private final List<Integer> batchesAfterGo = new ArrayList<>();
    private final List<List<List<List<ModelRow>>>> goes = new ArrayList<>();

    Case(Path folder, long seed) {
      this.folder = folder;
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.rules = ModelCase.random(random);
      this.model = new ReferenceModel(rules);
    }

    void run() throws IOException {
      Files.createDirectories(folder);
      Path file = Files.writeString(folder.resolve("p.yaml"), rules.yaml());
      long begin = random.nextInt(6) == 0 ? -90 * ModelCase.SECOND : LATER;
      int count = 1 + random.nextInt(3);
      for (int go = 0; go < count; go++) {
        goes.add(randomFiles(begin, go));
        expect(goes.get(go));
      }
      LocalPipeline pipeline = new LocalPipeline(file, seed);
      quietly(pipeline);
      Results.sinks(folder).forEach(Results::delete);
      Results.delete(pipeline.checkpoint());
      rules.sources().forEach(source -> Results.delete(folder.resolve(source)));
      dying(pipeline);
    }

    /** Files of each source. */
    private List<List<List<ModelRow>>> randomFiles(long begin, int go) {
      List<List<List<ModelRow>>> sources = new ArrayList<>();
      for (int source = 0; source < rules.sources().size(); source++) {
        List<List<ModelRow>> files = new ArrayList<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
          List<ModelRow> rows = new ArrayList<>();
          int size = random.nextInt(5) == 0 ? 0 : random.nextInt(25);
          for (int row = 0; row < size; row++) {
            rows.add(ModelRow.random(random, begin, 3 * go + i));
          }
          files.add(rows);
        }
        sources.add(files);
      }
      return sources;
    }

    /** What the micro-batches of a go show. */
    private void expect(List<List<List<ModelRow>>> sources) {
      int most = sources.stream().mapToInt(List::size).max().orElse(0);
      for (int from = 0; from < most; from += rules.filesPerBatch()) {
        List<List<ModelRow>> rows = new ArrayList<>();
        for (List<List<ModelRow>> files : sources) {
          int to = Math.min(files.size(), from + rules.filesPerBatch());
          rows.add(files.subList(Math.min(from, to), to).stream().flatMap(List::stream).toList());
        }
        expected.add(model.batch(rows));
      }
      while (model.mustClose()) {
        expected.add(model.batch(List.of()));
      }
      batchesAfterGo.add(expected.size());
    }

    private void quietly(LocalPipeline pipeline) throws IOException {
      int[] batch = {0};
      for (int go = 0; go < goes.size(); go++) {
        give(go);
        pipeline.run(1 + random.nextInt(4), progress -> assertShown(batch[0]++));
        assertThat(batch[0]).as(this::toString).isEqualTo(batchesAfterGo.get(go));
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
          if (rules.mode() != ModelCase.Mode.COMPLETE || batch == batchesAfterGo.get(go) - 1) {
            assertShown(batch);
          }
        }
        assertThat(Results.staged(folder)).as(this::toString).isEmpty();
      }
    }

    /** A micro-batch that has just happened, or in other modes than complete any. */
    private void assertShown(int batch) {
      assertThat(batch).as(this::toString).isLessThan(expected.size());
      String prefix =
          rules.mode() == ModelCase.Mode.COMPLETE ? "result" : "part-%09d-".formatted(batch);
      assertThat(rows(prefix))
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
      for (int source = 0; source < rules.sources().size(); source++) {
        Path in = Files.createDirectories(folder.resolve(rules.sources().get(source)));
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
      return "case with seed " + seed + ":\n" + rules.yaml();
    }
  }
}
