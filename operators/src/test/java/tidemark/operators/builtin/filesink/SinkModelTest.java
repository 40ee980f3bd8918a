package tidemark.operators.builtin.filesink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.SinkBatch;

/**
 * A random life of a sink: crashes after any step, also between the manifest and the renames, and a
 * reader that looks after every step. The model is the list of the rows of committed batches.
 */
class SinkModelTest {
  private static final long SEED = 20260102;

  @TempDir Path temp;

  @Test
  void aReaderAlwaysSeesTheRowsOfCommittedBatchesOnce() throws IOException {
    System.out.println("seed " + SEED);
    Random random = new Random(SEED);
    SinkBench bench = new SinkBench(temp.resolve("out"));
    bench.keptManifests = 3;
    List<Long> expected = new ArrayList<>();
    FileSink sink = bench.open();
    for (long batch = 0; batch < 150; batch++) {
      long[] ids = random.longs(random.nextInt(4), 0, 1000).toArray();
      while (true) {
        int crash = random.nextInt(6);
        attempt(bench, sink, batch, ids, crash);
        if (crash == 4) {
          takeNamesBack(bench, batch, random);
        } else if (crash < 3) {
          assertThat(bench.ids()).isEqualTo(expected);
        }
        if (crash == 5) {
          break;
        }
        sink = bench.open();
        if (sink.outcome(bench.key(batch)) == Outcome.COMMITTED) {
          break;
        }
      }
      for (long id : ids) {
        expected.add(id);
      }
      assertThat(bench.ids()).isEqualTo(expected);
    }
  }

  /** Goes through the steps of a batch up to the one that is not reached. */
  private static void attempt(SinkBench bench, FileSink sink, long batch, long[] ids, int crash) {
    SinkBatch open = sink.begin(bench.key(batch));
    if (crash == 0) {
      return;
    }
    for (int i = 0; i < ids.length; i++) {
      open.writer(i).write(SinkBench.rows(ids[i]));
    }
    if (crash == 1) {
      return;
    }
    open.prepare();
    if (crash == 2) {
      return;
    }
    open.commit();
    if (crash == 3) {
      open.commit();
    }
  }

  /** The disk as a crash between the manifest and the last renames leaves it. */
  private static void takeNamesBack(SinkBench bench, long batch, Random random) throws IOException {
    String prefix = String.format("part-%09d-", batch);
    for (String name : bench.visible()) {
      if (name.startsWith(prefix) && random.nextBoolean()) {
        Files.move(
            bench.folder.resolve(name), bench.own(String.format("staging/%09d.%s", batch, name)));
      }
    }
  }
}
