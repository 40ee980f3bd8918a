package tidemark.runner.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A random pipeline of one to three stateful steps one behind the other.
 *
 * @param delayMillis of the source's watermark
 * @param filesPerBatch of the source
 * @param update whether it runs in update mode; else in append mode
 */
record ChainCase(List<Stage> stages, long delayMillis, int filesPerBatch, boolean update) {
  ChainCase {
    stages = List.copyOf(stages);
  }

  /** One stateful step. */
  sealed interface Stage {
    /**
     * A deduplication.
     *
     * @param by columns of the key
     * @param memory how long a key is remembered
     */
    record Deduplicate(List<String> by, Memory memory) implements Stage {
      public Deduplicate {
        by = List.copyOf(by);
      }
    }

    /**
     * A sum over windows.
     *
     * @param micros size of a tumbling window, or gap of a session
     * @param byKey whether k is a key
     */
    record Sum(boolean session, long micros, boolean byKey) implements Stage {}
  }

  /** What {@code within} says. */
  enum Memory {
    LEFT_OUT,
    WATERMARK,
    A_MINUTE
  }

  static ChainCase random(SplittableRandom random) {
    boolean update = random.nextInt(5) == 0;
    List<Stage> stages = new ArrayList<>();
    int deduplications = random.nextInt(3);
    for (int i = 0; i < deduplications; i++) {
      stages.add(deduplicate(random));
    }
    int sums =
        update ? random.nextInt(2) : random.nextInt(deduplications == 0 ? 1 : 0, 4 - stages.size());
    for (int i = 0; i < sums; i++) {
      boolean session = !update && random.nextInt(4) == 0;
      long seconds = new int[] {10, 20, 60}[random.nextInt(3)] * (i + 1L);
      stages.add(new Stage.Sum(session, seconds * ModelCase.SECOND, random.nextInt(3) > 0));
    }
    if (stages.isEmpty()) {
      stages.add(deduplicate(random));
    }
    long delay = 1000L * new int[] {0, 1, 20, 60, 200}[random.nextInt(5)];
    return new ChainCase(stages, delay, 1 + random.nextInt(3), update);
  }

  private static Stage deduplicate(SplittableRandom random) {
    List<List<String>> keys =
        List.of(List.of("k"), List.of("k", "ts"), List.of("ts"), List.of("g", "v"), List.of());
    return new Stage.Deduplicate(
        keys.get(random.nextInt(keys.size())), Memory.values()[random.nextInt(3)]);
  }

  /** The pipeline file. */
  String yaml() {
    StringBuilder text = new StringBuilder("format: 1\npipeline: chain\nsources:\n  a:\n");
    text.append(
            "    file: {path: a, format: ndjson, max_files_per_batch: %d}\n"
                .formatted(filesPerBatch))
        .append("    columns: {ts: timestamp, k: string, g: int, v: bigint}\n")
        .append("    watermark: {column: ts, delay: %dms}\nsteps:\n".formatted(delayMillis));
    String from = "a";
    for (int i = 0; i < stages.size(); i++) {
      text.append("  s%d: {from: %s, %s}\n".formatted(i, from, text(stages.get(i), i)));
      from = "s" + i;
    }
    return text
        + """
        sinks:
          out: {from: %s, file: {path: out, format: ndjson}}
        output_mode: %s
        checkpoint: checkpoint
        """
            .formatted(from, update ? "update" : "append");
  }

  private String text(Stage stage, int position) {
    if (stage instanceof Stage.Deduplicate step) {
      String within =
          switch (step.memory()) {
            case LEFT_OUT -> "";
            case WATERMARK -> "within: watermark";
            case A_MINUTE -> "within: 1 minute";
          };
      String by = step.by().isEmpty() ? "" : "by: " + step.by();
      String comma = by.isEmpty() || within.isEmpty() ? "" : ", ";
      return "deduplicate: {" + by + comma + within + "}";
    }
    Stage.Sum sum = (Stage.Sum) stage;
    return "aggregate: {window: {%s: %ds}, %scompute: {v: sum(v)}}"
        .formatted(
            sum.session() ? "session" : "tumbling",
            sum.micros() / ModelCase.SECOND,
            isKeyed(position) ? "by: [k], " : "");
  }

  /** Whether the rows that come out of a sum still have k. */
  boolean isKeyed(int position) {
    for (int i = 0; i <= position; i++) {
      if (stages.get(i) instanceof Stage.Sum sum && !sum.byKey()) {
        return false;
      }
    }
    return true;
  }
}
