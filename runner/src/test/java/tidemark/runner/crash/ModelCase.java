package tidemark.runner.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A random small pipeline: one or two sources, perhaps a filter, an aggregate.
 *
 * @param delays of the sources' watermarks in milliseconds; one a source
 * @param watermarked whether the sources have watermarks
 * @param filter which rows are kept
 * @param window microseconds: size (or gap), distance of starts, offset
 * @param keys columns to group by
 * @param least the fewest rows of a group that is shown
 * @param filesPerBatch of each source
 * @param extras what update mode hands out beside
 */
record ModelCase(
    List<Long> delays,
    boolean watermarked,
    Kept filter,
    Shape shape,
    Window window,
    List<String> keys,
    Mode mode,
    long least,
    int filesPerBatch,
    Extras extras) {
  ModelCase {
    delays = List.copyOf(delays);
    keys = List.copyOf(keys);
  }

  static final long SECOND = 1_000_000;

  /** A filter; the one on values acts before the watermark, the one on time behind it. */
  enum Kept {
    ALL(""),
    BY_VALUE("v <> 3"),
    BY_TIME("ts >= timestamp '1970-01-01T00:01:00Z'");

    private final String text;

    Kept(String text) {
      this.text = text;
    }
  }

  enum Shape {
    NONE,
    FIXED,
    SESSION
  }

  enum Mode {
    APPEND,
    UPDATE,
    COMPLETE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The keys of the same names; without {@code changesOnly} every touched group has a new count.
   */
  record Extras(boolean changesOnly, boolean closing, boolean op) {
    static final Extras NONE = new Extras(false, false, false);

    private String text() {
      return (changesOnly ? "      changes_only: true\n" : "")
          + (closing ? "      final: true\n" : "")
          + (op ? "      op: true\n" : "");
    }
  }

  record Window(long size, long every, long offset) {}

  static ModelCase random(SplittableRandom random) {
    Mode mode = pick(random, Mode.values());
    boolean watermarked = mode == Mode.APPEND || random.nextInt(4) > 0;
    Extras extras = mode == Mode.UPDATE ? extras(random) : Extras.NONE;
    Shape shape = shape(mode, extras, random);
    if (!watermarked || shape == Shape.NONE) {
      extras = new Extras(extras.changesOnly(), false, extras.op());
    }
    int sources = watermarked && random.nextInt(4) == 0 ? 2 : 1;
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < sources; i++) {
      delays.add(1000L * pick(random, new Integer[] {0, 1, 20, 60, 200}));
    }
    long every = SECOND * pick(random, new Integer[] {10, 20, 60});
    long size = shape == Shape.FIXED ? every + SECOND * 10 * random.nextInt(4) : every;
    long offset = shape == Shape.FIXED && random.nextInt(3) == 0 ? 3 * SECOND : 0;
    return new ModelCase(
        delays,
        watermarked,
        sources == 2 ? Kept.ALL : pick(random, Kept.values()),
        shape,
        new Window(size, every, offset),
        pick(random, List.of(List.of(), List.of("k"), List.of("k", "g"))),
        mode,
        !extras.changesOnly() && random.nextInt(4) == 0 ? 2 : 0,
        1 + random.nextInt(3),
        extras);
  }

  private static Extras extras(SplittableRandom random) {
    return random.nextInt(3) == 0
        ? Extras.NONE
        : new Extras(random.nextBoolean(), random.nextBoolean(), random.nextBoolean());
  }

  private static Shape shape(Mode mode, Extras extras, SplittableRandom random) {
    return switch (mode) {
      case APPEND -> random.nextBoolean() ? Shape.FIXED : Shape.SESSION;
      case UPDATE ->
          extras.op() && random.nextBoolean()
              ? Shape.SESSION
              : random.nextInt(3) > 0 ? Shape.FIXED : Shape.NONE;
      case COMPLETE -> pick(random, Shape.values());
    };
  }

  /** The sources' ids. */
  List<String> sources() {
    return delays.size() == 1 ? List.of("a") : List.of("a", "b");
  }

  /** The pipeline file. */
  String yaml() {
    StringBuilder text = new StringBuilder("format: 1\npipeline: model\nsources:\n");
    for (int i = 0; i < delays.size(); i++) {
      String id = sources().get(i);
      text.append("  %s:\n".formatted(id))
          .append("    file: {path: %s, format: ndjson, ".formatted(id))
          .append("max_files_per_batch: %d}\n".formatted(filesPerBatch))
          .append("    columns: {ts: timestamp, k: string, g: int, v: bigint}\n");
      if (watermarked) {
        text.append("    watermark: {column: ts, delay: %dms}\n".formatted(delays.get(i)));
      }
    }
    text.append("steps:\n");
    String from = "a";
    if (delays.size() == 2) {
      text.append("  both: {union: [a, b]}\n");
      from = "both";
    }
    if (filter != Kept.ALL) {
      text.append("  kept: {from: %s, filter: \"%s\"}\n".formatted(from, filter.text));
      from = "kept";
    }
    text.append("  sums:\n    from: %s\n    aggregate:\n".formatted(from)).append(windowText());
    if (!keys.isEmpty()) {
      text.append("      by: %s\n".formatted(keys));
    }
    text.append("      compute: {%slo: min(v), hi: max(v)}\n".formatted(countsText()));
    text.append(extras.text());
    return text
        + """
          shown: {from: sums, filter: "%s >= %d"}
        sinks:
          out: {from: shown, file: {path: out, format: ndjson}}
        output_mode: %s
        checkpoint: checkpoint
        """
            .formatted(
                extras.changesOnly() ? "0" : "n", extras.changesOnly() ? 0 : least, mode.word());
  }

  private String countsText() {
    return extras.changesOnly() ? "" : "n: count(*), c: count(v), s: sum(v), ";
  }

  private String windowText() {
    String more =
        (window.offset > 0 ? ", offset: %ds".formatted(window.offset / SECOND) : "")
            + (watermarked ? "" : ", column: ts");
    long size = window.size / SECOND;
    return switch (shape) {
      case NONE -> "";
      case SESSION -> "      window: {session: %ds%s}\n".formatted(size, more);
      case FIXED ->
          window.size == window.every
              ? "      window: {tumbling: %ds%s}\n".formatted(size, more)
              : "      window: {sliding: %ds, every: %ds%s}\n"
                  .formatted(size, window.every / SECOND, more);
    };
  }

  private static <T> T pick(SplittableRandom random, T[] values) {
    return values[random.nextInt(values.length)];
  }

  private static <T> T pick(SplittableRandom random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
