package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real process at random moments and starts it again until it is done. The moments are
 * spread over the start, the micro-batches and the end of the run, and a share of them lies between
 * the commit of a sink and that of its micro-batch.
 */
class KillTest {
  private static final int KILLS = Integer.getInteger("tidemark.kills", 200);
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
  private static final int THREADS = 2;
  private static final int FILES = 6;

  @TempDir private Path temp;

  private final AtomicInteger kills = new AtomicInteger();
  private final AtomicInteger rounds = new AtomicInteger();
  private final Map<Where, AtomicInteger> hits = new EnumMap<>(Where.class);

  /** What was under way when the process was killed, as the disk shows it. */
  private enum Where {
    BEFORE_THE_FIRST_BATCH,
    BETWEEN_BATCHES,
    READING_OR_SEALING,
    WRITING_ASIDE,
    BETWEEN_SINK_COMMIT_AND_COMMIT;

    static Where of(Path folder, List<Path> sinks) {
      long planned = newest(folder.resolve("checkpoint/offsets"));
      if (planned < 0) {
        return BEFORE_THE_FIRST_BATCH;
      }
      if (newest(folder.resolve("checkpoint/commits")) == planned) {
        return BETWEEN_BATCHES;
      }
      if (holdsAny(sinks, "manifests/%09d.json".formatted(planned))) {
        return BETWEEN_SINK_COMMIT_AND_COMMIT;
      }
      return Results.staged(folder).isEmpty() ? READING_OR_SEALING : WRITING_ASIDE;
    }

    /** Whether a sink has committed what the checkpoint has not; also of a process that runs. */
    static boolean isSinkAhead(Path folder, List<Path> sinks) {
      long committed = newest(folder.resolve("checkpoint/commits"));
      return holdsAny(sinks, "manifests/%09d.json".formatted(committed + 1));
    }

    private static boolean holdsAny(List<Path> sinks, String manifest) {
      return sinks.stream().anyMatch(s -> Files.exists(s.resolve("_tidemark").resolve(manifest)));
    }

    private static long newest(Path log) {
      try (Stream<Path> entries = Files.list(log)) {
        return entries.mapToLong(e -> Long.parseLong(e.getFileName().toString())).max().orElse(-1);
      } catch (IOException none) {
        return -1;
      }
    }
  }

  @Test
  void runThatIsKilledAgainAndAgainGivesTheResultsOfOneThatIsNot() throws Exception {
    System.out.printf("%d kills, seed %d (set tidemark.seed to repeat)%n", KILLS, SEED);
    for (Where where : Where.values()) {
      hits.put(where, new AtomicInteger());
    }
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> all =
          IntStream.range(0, THREADS).<Future<?>>mapToObj(t -> threads.submit(this::kill)).toList();
      for (Future<?> each : all) {
        await(each);
      }
    } finally {
      threads.shutdownNow();
    }
    System.out.printf("%d kills in %d rounds: %s%n", kills.get(), rounds.get(), hits);
    assertThat(kills.get()).isGreaterThanOrEqualTo(KILLS);
    assertThat(hits.values()).as("%s", hits).allMatch(count -> count.get() > 0);
  }

  private static void await(Future<?> task) throws Exception {
    try {
      task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }

  private void kill() {
    while (kills.get() < KILLS) {
      int round = rounds.getAndIncrement();
      KillCase kind = KillCase.values()[round % KillCase.values().length];
      Path folder = temp.resolve("round-" + round);
      new Round(kind, folder, new SplittableRandom(SEED + round)).run();
      Results.delete(folder);
    }
  }

  /** One pipeline from its first start to its end. */
  private final class Round {
    private final KillCase kind;
    private final Path folder;
    private final SplittableRandom random;
    private final Path pipeline;
    private final List<SortedMap<String, List<String>>> undisturbed = new ArrayList<>();
    private final List<Path> sinks = new ArrayList<>();
    private long startNanos = 1_000_000_000L;
    private SortedMap<String, List<String>> seen = new TreeMap<>();

    Round(KillCase kind, Path folder, SplittableRandom random) {
      this.kind = kind;
      this.folder = folder;
      this.random = random;
      this.pipeline = kind.write(folder, FILES, random.split());
    }

    void run() {
      LocalPipeline reference = new LocalPipeline(pipeline, random.nextLong());
      reference.run(1 + random.nextInt(2), progress -> undisturbed.add(Results.below(folder)));
      sinks.addAll(Results.sinks(folder));
      sinks.forEach(Results::delete);
      Results.delete(reference.checkpoint());
      boolean done = false;
      while (!done) {
        done = runAndKill();
        assertWholeRowsOnce();
      }
      assertThat(Results.below(folder)).as("%s in %s", kind, folder).isEqualTo(last());
      assertThat(Results.staged(folder)).isEmpty();
    }

    /** Starts a process and kills it, unless it is done before or there were enough kills. */
    private boolean runAndKill() {
      int parallelism = 1 + random.nextInt(4);
      try (RealProcess process =
          RealProcess.run(pipeline, "--parallelism", Integer.toString(parallelism))) {
        if (kills.get() < KILLS) {
          awaitMoment(process);
          int end = process.kill();
          if (end == 137) {
            kills.incrementAndGet();
            hits.get(Where.of(folder, sinks)).incrementAndGet();
            return false;
          }
        }
        assertThat(process.end()).as(process::printed).isZero();
        return true;
      }
    }

    private void awaitMoment(RealProcess process) {
      switch (random.nextInt(4)) {
        case 0 -> awaitTime(process);
        case 1 -> awaitSinkCommit(process);
        default -> awaitBatch(process);
      }
    }

    /** Any moment from the start of the process to a little after its first micro-batch. */
    private void awaitTime(RealProcess process) {
      boolean unused = process.awaitEnd(random.nextLong(startNanos * 5 / 4));
    }

    /** Any moment in or behind the micro-batch that follows the first, second or third. */
    private void awaitBatch(RealProcess process) {
      long began = System.nanoTime();
      if (process.awaitBatches(1)) {
        startNanos = System.nanoTime() - began;
        if (process.awaitBatches(random.nextInt(3))) {
          LockSupport.parkNanos(random.nextLong(40_000_000));
        }
      }
    }

    /** A sink has committed what the checkpoint has not. */
    private void awaitSinkCommit(RealProcess process) {
      while (!Where.isSinkAhead(folder, sinks)) {
        if (process.awaitEnd(200_000)) {
          return;
        }
      }
      LockSupport.parkNanos(random.nextLong(2_000_000));
    }

    private SortedMap<String, List<String>> last() {
      return undisturbed.get(undisturbed.size() - 1);
    }

    /** What a reader sees now: only rows of the result, none too often, none gone again. */
    private void assertWholeRowsOnce() {
      SortedMap<String, List<String>> now = Results.below(folder);
      for (Map.Entry<String, List<String>> sink : now.entrySet()) {
        String id = sink.getKey();
        if (kind.replaces() && id.equals("out")) {
          assertThat(undisturbed).anyMatch(shown -> sink.getValue().equals(shown.get(id)));
        } else {
          assertThat(surplus(sink.getValue(), last().getOrDefault(id, List.of())))
              .as("%s, rows of %s that are not in the result", kind, id)
              .isEmpty();
          assertThat(surplus(seen.getOrDefault(id, List.of()), sink.getValue()))
              .as("%s, rows of %s that are gone again", kind, id)
              .isEmpty();
        }
      }
      assertThat(now.keySet()).containsAll(seen.keySet());
      seen = now;
    }
  }

  /** The rows that are in the first list more often than in the second. */
  private static List<String> surplus(List<String> rows, List<String> allowed) {
    List<String> surplus = new ArrayList<>(rows);
    for (String row : allowed) {
      surplus.remove(row);
    }
    return surplus;
  }
}
