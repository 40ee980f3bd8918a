package tidemark.runner.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One generation of a random join or deduplication that changes while rows or keys are kept.
 *
 * @param operator what keeps them
 * @param keys in the order of the file
 * @param leftValue the generation since which a join keeps the left side's {@code v}; -1 if it does
 *     not
 * @param rightValue the same of the right side
 * @param withinSeconds how far apart partners may be, or how long a key is remembered
 * @param wide whether {@code g} and {@code v} are bigint: of a join on the left side, the right,
 *     both
 * @param upgrade lines under {@code upgrade}
 */
record KeepingCase(
    int generation,
    Operator operator,
    List<String> keys,
    int leftValue,
    int rightValue,
    long withinSeconds,
    long delaySeconds,
    List<Boolean> wide,
    List<String> upgrade) {
  KeepingCase {
    keys = List.copyOf(keys);
    wide = List.copyOf(wide);
    upgrade = List.copyOf(upgrade);
  }

  /** Notes that other values are kept: that changes once a generation, or it would be no change. */
  private static final String VALUES = "# values";

  enum Operator {
    INNER,
    LEFT_OUTER,
    DEDUPLICATE
  }

  static KeepingCase random(SplittableRandom random) {
    Operator operator = Operator.values()[random.nextInt(Operator.values().length)];
    return new KeepingCase(
        0,
        operator,
        List.of("k", "g"),
        random.nextInt(2) - 1,
        random.nextInt(2) - 1,
        10 * (1 + random.nextInt(8)),
        10 * random.nextInt(3),
        List.of(false, false),
        List.of());
  }

  boolean isJoin() {
    return operator != Operator.DEDUPLICATE;
  }

  List<String> sources() {
    return isJoin() ? List.of("a", "b") : List.of("a");
  }

  /** The next generation: one to three random changes. */
  KeepingCase changed(SplittableRandom random) {
    KeepingCase next =
        new KeepingCase(
            generation + 1,
            operator,
            keys,
            leftValue,
            rightValue,
            withinSeconds,
            delaySeconds,
            wide,
            List.of());
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      next = next.changedOnce(random);
    }
    return next;
  }

  private KeepingCase changedOnce(SplittableRandom random) {
    return switch (random.nextInt(isJoin() ? 6 : 4)) {
      case 0 -> with(List.of(keys.get(1), keys.get(0)), wide, delaySeconds);
      case 1 -> with(keys, List.of(true, wide.get(1)), delaySeconds);
      case 2 -> with(keys, wide, delaySeconds + 10 * random.nextInt(3));
      case 3 -> within(10 * (1 + random.nextInt(8)));
      case 4 ->
          random.nextBoolean() ? with(keys, List.of(wide.get(0), true), delaySeconds) : left();
      default -> random.nextBoolean() ? left() : right();
    };
  }

  /** Keeps the left value, or no longer. */
  private KeepingCase left() {
    return upgrade.contains(VALUES) ? this : values(leftValue < 0 ? generation : -1, rightValue);
  }

  private KeepingCase right() {
    return upgrade.contains(VALUES) ? this : values(leftValue, rightValue < 0 ? generation : -1);
  }

  private KeepingCase values(int left, int right) {
    List<String> lines = new ArrayList<>(upgrade);
    lines.add(VALUES);
    if (left == generation || right == generation) {
      lines.add("added: {steps.kept.v: null_until_closed}");
    }
    return new KeepingCase(
        generation, operator, keys, left, right, withinSeconds, delaySeconds, wide, lines);
  }

  private KeepingCase within(long seconds) {
    if (isJoin() && upgrade.stream().anyMatch(l -> l.startsWith("accept"))) {
      return this;
    }
    List<String> lines = new ArrayList<>(upgrade);
    if (isJoin() && seconds > withinSeconds) {
      lines.add("accept: [steps.kept.distance]");
    }
    return new KeepingCase(
        generation, operator, keys, leftValue, rightValue, seconds, delaySeconds, wide, lines);
  }

  private KeepingCase with(List<String> newKeys, List<Boolean> newWide, long newDelay) {
    return new KeepingCase(
        generation,
        operator,
        newKeys,
        leftValue,
        rightValue,
        withinSeconds,
        newDelay,
        newWide,
        upgrade);
  }

  /** The pipeline file. */
  String yaml() {
    StringBuilder text = new StringBuilder("format: 1\npipeline: keeping\nsources:\n");
    for (String source : sources()) {
      String number = wide.get(sources().indexOf(source)) ? "bigint" : "int";
      text.append("  %s:\n".formatted(source))
          .append("    file: {path: %s, format: ndjson, ".formatted(source))
          .append("max_files_per_batch: %d}\n".formatted(KeepingModel.FILES_PER_BATCH))
          .append(
              "    columns: {ts: timestamp, k: string, g: %s, v: %s}\n".formatted(number, number))
          .append("    watermark: {column: ts, delay: %ds}\n".formatted(delaySeconds));
    }
    text.append("steps:\n  kept:\n").append(isJoin() ? join() : deduplicate());
    text.append("sinks:\n  out: {from: kept, file: {path: out, format: ndjson}}\n");
    text.append("output_mode: append\ncheckpoint: checkpoint\n");
    List<String> lines = upgrade.stream().filter(l -> !l.equals(VALUES)).toList();
    if (!lines.isEmpty()) {
      text.append("upgrade:\n");
      lines.forEach(line -> text.append("  ").append(line).append('\n'));
    }
    return text.toString();
  }

  private String deduplicate() {
    return "    from: a\n    deduplicate: {by: %s, within: %ds}\n".formatted(keys, withinSeconds);
  }

  private String join() {
    String match =
        "left.%1$s = right.%1$s AND left.%2$s = right.%2$s".formatted(keys.get(0), keys.get(1));
    return """
        join:
          left: a
          right: b
          type: %s
          match: "%s AND right.ts >= left.ts AND right.ts <= left.ts + INTERVAL %d SECOND"
          select: {lt: left.ts, lk: left.k, rt: right.ts%s%s}
    """
        .formatted(
            operator == Operator.INNER ? "inner" : "left_outer",
            match,
            withinSeconds,
            leftValue < 0 ? "" : ", lv: left.v",
            rightValue < 0 ? "" : ", rv: right.v");
  }
}
