package tidemark.runner.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A random join of two streams with columns {@code ts, k, g, v}.
 *
 * @param delays of the watermarks in milliseconds, left and right; empty without watermark
 * @param least the right row's time is at least so far after the left row's
 * @param most and at most so far
 * @param equalTimes whether the times must be equal
 * @param nullsMatch whether a null key equals a null key
 * @param conditions what else must hold
 * @param behind a filter behind the join
 * @param filesPerBatch of each source
 */
record JoinCase(
    Type type,
    Mode mode,
    List<Optional<Long>> delays,
    Optional<Bound> least,
    Optional<Bound> most,
    boolean equalTimes,
    boolean nullsMatch,
    List<Condition> conditions,
    Behind behind,
    int filesPerBatch) {
  JoinCase {
    delays = List.copyOf(delays);
    conditions = List.copyOf(conditions);
  }

  enum Type {
    INNER,
    LEFT_OUTER,
    RIGHT_OUTER,
    FULL_OUTER,
    LEFT_SEMI,
    LEFT_ANTI;

    boolean keepsLeft() {
      return this == LEFT_OUTER || this == FULL_OUTER || this == LEFT_ANTI;
    }

    boolean keepsRight() {
      return this == RIGHT_OUTER || this == FULL_OUTER;
    }

    boolean pairs() {
      return this != LEFT_SEMI && this != LEFT_ANTI;
    }
  }

  enum Mode {
    APPEND,
    UPDATE
  }

  /** A distance of times in microseconds. */
  record Bound(long micros, boolean strict) {}

  enum Condition {
    LEFT_ONLY("left.v <> 3"),
    RIGHT_ONLY("right.v > -3"),
    BOTH("left.v <= right.v + 2");

    private final String text;

    Condition(String text) {
      this.text = text;
    }
  }

  /** A filter behind the join; it acts on the rows of the side that it reads if it can. */
  enum Behind {
    NOTHING(""),
    LEFT_VALUE("lv <> 1"),
    RIGHT_VALUE("rv is null or rv <> 1");

    private final String text;

    Behind(String text) {
      this.text = text;
    }
  }

  static JoinCase random(SplittableRandom random) {
    while (true) {
      JoinCase made = any(random);
      if (made.isAllowed()) {
        return made;
      }
    }
  }

  private static JoinCase any(SplittableRandom random) {
    Type type = Type.values()[random.nextInt(Type.values().length)];
    List<Optional<Long>> delays = new ArrayList<>();
    for (int side = 0; side < 2; side++) {
      delays.add(
          random.nextInt(6) == 0
              ? Optional.empty()
              : Optional.of(1000L * new long[] {0, 1, 20, 60}[random.nextInt(4)]));
    }
    boolean equalTimes = random.nextInt(6) == 0;
    List<Condition> conditions = new ArrayList<>();
    for (Condition each : Condition.values()) {
      if (random.nextInt(3) == 0) {
        conditions.add(each);
      }
    }
    Behind behind = Behind.values()[random.nextInt(3)];
    return new JoinCase(
        type,
        random.nextInt(3) == 0 ? Mode.UPDATE : Mode.APPEND,
        delays,
        equalTimes ? Optional.empty() : bound(random, -40),
        equalTimes ? Optional.empty() : bound(random, 40),
        equalTimes,
        random.nextInt(5) == 0,
        conditions,
        type.pairs() || behind != Behind.RIGHT_VALUE ? behind : Behind.NOTHING,
        1 + random.nextInt(3));
  }

  private static Optional<Bound> bound(SplittableRandom random, int seconds) {
    if (random.nextInt(5) == 0) {
      return Optional.empty();
    }
    long micros = ModelCase.SECOND * (seconds + 10 * random.nextInt(-2, 3));
    long finer = random.nextInt(3) == 0 ? random.nextInt(1_000_000) : 0;
    return Optional.of(new Bound(micros + finer, random.nextBoolean()));
  }

  private boolean isAllowed() {
    if (type == Type.INNER) {
      return true;
    }
    if (mode != Mode.APPEND) {
      return false;
    }
    boolean left = bounds(0, most) || equalTimes && watermarked();
    boolean right = bounds(1, least) || equalTimes && watermarked();
    return switch (type) {
      case INNER -> true;
      case LEFT_OUTER, LEFT_SEMI, LEFT_ANTI -> left;
      case RIGHT_OUTER -> right;
      case FULL_OUTER -> left || right;
    };
  }

  private boolean bounds(int side, Optional<Bound> bound) {
    return bound.isPresent() && delays.get(1 - side).isPresent();
  }

  private boolean watermarked() {
    return delays.stream().anyMatch(Optional::isPresent);
  }

  /** How far behind the watermark the left rows are that are forgotten; empty if none ever is. */
  Optional<Long> leftClosedMillis(long watermarkMillis) {
    if (equalTimes) {
      return watermarked() ? Optional.of(watermarkMillis) : Optional.empty();
    }
    // right <= left + most, so left >= right - most
    return delays.stream().allMatch(Optional::isPresent)
        ? most.map(b -> closed(watermarkMillis, -b.micros(), b.strict()))
        : Optional.empty();
  }

  /** The same of right rows. */
  Optional<Long> rightClosedMillis(long watermarkMillis) {
    if (equalTimes) {
      return watermarked() ? Optional.of(watermarkMillis) : Optional.empty();
    }
    // right >= left + least
    return delays.stream().allMatch(Optional::isPresent)
        ? least.map(b -> closed(watermarkMillis, b.micros(), b.strict()))
        : Optional.empty();
  }

  /** As Spark computes it: in microseconds, cut to milliseconds, one less if equal times match. */
  private static long closed(long watermarkMillis, long micros, boolean strict) {
    long cut = Math.floorDiv(watermarkMillis * 1000 + micros, 1000L);
    return strict ? cut : cut - 1;
  }

  boolean has(Condition condition) {
    return conditions.contains(condition);
  }

  /** The pipeline file. */
  String yaml() {
    StringBuilder text = new StringBuilder("format: 1\npipeline: join\nsources:\n");
    for (int side = 0; side < 2; side++) {
      String id = List.of("a", "b").get(side);
      text.append("  %s:\n".formatted(id))
          .append("    file: {path: %s, format: ndjson, ".formatted(id))
          .append("max_files_per_batch: %d}\n".formatted(filesPerBatch))
          .append("    columns: {ts: timestamp, k: string, g: int, v: bigint}\n");
      delays
          .get(side)
          .ifPresent(d -> text.append("    watermark: {column: ts, delay: %dms}\n".formatted(d)));
    }
    String columns = "lt: left.ts, lk: left.k, lv: left.v";
    text.append("steps:\n  pairs:\n    join:\n      left: a\n      right: b\n")
        .append("      type: %s\n".formatted(type.name().toLowerCase(Locale.ROOT)))
        .append("      match: \"%s\"\n".formatted(match()))
        .append(
            "      select: {%s%s}\n"
                .formatted(
                    columns, type.pairs() ? ", rt: right.ts, rk: right.k, rv: right.v" : ""));
    String from = "pairs";
    if (behind != Behind.NOTHING) {
      text.append("  shown: {from: pairs, filter: \"%s\"}\n".formatted(behind.text));
      from = "shown";
    }
    return text
        + """
        sinks:
          out: {from: %s, file: {path: out, format: ndjson}}
        output_mode: %s
        checkpoint: checkpoint
        """
            .formatted(from, mode.name().toLowerCase(Locale.ROOT));
  }

  private String match() {
    List<String> all = new ArrayList<>();
    all.add(nullsMatch ? "right.k <=> left.k" : "left.k = right.k");
    if (equalTimes) {
      all.add("left.ts = right.ts");
    }
    least.ifPresent(
        b ->
            all.add(
                "right.ts %s left.ts + INTERVAL '%s' SECOND"
                    .formatted(b.strict() ? ">" : ">=", seconds(b.micros()))));
    most.ifPresent(
        b ->
            all.add(
                "right.ts - INTERVAL '%s' SECOND %s left.ts"
                    .formatted(seconds(b.micros()), b.strict() ? "<" : "<=")));
    conditions.forEach(c -> all.add(c.text));
    return String.join(" AND ", all);
  }

  private static String seconds(long micros) {
    return java.math.BigDecimal.valueOf(micros, 6).toPlainString();
  }
}
