package tidemark.runner.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * One generation of a random pipeline that changes: names, an aggregation, a watermark.
 *
 * @param definition counts the windows that were declared so far; groups belong to one of them
 * @param window as the file writes it, and in seconds: size or gap, distance of starts (0 for
 *     sessions)
 * @param wide whether the columns are bigint
 * @param upgrade lines under {@code upgrade}
 */
record UpgradeCase(
    int generation,
    int definition,
    Window window,
    List<String> keys,
    List<Computed> computed,
    boolean append,
    long delaySeconds,
    String source,
    String step,
    boolean wide,
    List<String> upgrade) {
  UpgradeCase {
    keys = List.copyOf(keys);
    computed = List.copyOf(computed);
    upgrade = List.copyOf(upgrade);
  }

  /** A window; the distance of a session's starts is 0. */
  record Window(long size, long every) {
    boolean isSession() {
      return every == 0;
    }

    String yaml() {
      if (isSession()) {
        return "{session: %ds}".formatted(size);
      }
      return size == every
          ? "{tumbling: %ds}".formatted(size)
          : "{sliding: %ds, every: %ds}".formatted(size, every);
    }

    static Window random(SplittableRandom random, boolean session) {
      if (session) {
        return new Window(10L * (1 + random.nextInt(6)), 0);
      }
      long every = 20L * (1 + random.nextInt(3));
      return new Window(every * (1 + random.nextInt(2)), every);
    }
  }

  /**
   * An aggregate.
   *
   * @param since the generation that it came with
   * @param withheld whether it is null in groups of earlier generations
   */
  record Computed(String name, String call, int since, boolean withheld) {}

  private static final List<String> CALLS =
      List.of("count(*)", "count(v)", "sum(v)", "min(v)", "max(v)");

  static UpgradeCase random(SplittableRandom random) {
    boolean append = random.nextInt(3) > 0;
    List<Computed> computed = new ArrayList<>();
    for (String call : CALLS) {
      if (random.nextBoolean()) {
        computed.add(new Computed("c" + computed.size(), call, 0, false));
      }
    }
    if (computed.isEmpty()) {
      computed.add(new Computed("c0", "count(*)", 0, false));
    }
    return new UpgradeCase(
        0,
        0,
        Window.random(random, append && random.nextInt(3) == 0),
        List.of("k", "g").subList(0, random.nextInt(3)),
        computed,
        append,
        10 * random.nextInt(4),
        "a",
        "sums",
        false,
        List.of());
  }

  /** The next generation: another window that drains, or one to three other changes. */
  UpgradeCase changed(SplittableRandom random) {
    UpgradeCase next =
        with(generation + 1, definition, window, keys, computed, append, delaySeconds, source, step)
            .saying(List.of());
    if (random.nextInt(4) == 0) {
      return next.drained(random);
    }
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      next = next.changedOnce(random);
    }
    return next;
  }

  private UpgradeCase changedOnce(SplittableRandom random) {
    return switch (random.nextInt(9)) {
      case 0, 1 -> added(random);
      case 2 -> removed(random);
      case 3 -> shuffled(random);
      case 4 -> renamedColumn(random);
      case 5 -> step.equals("sums" + generation) ? this : movedStep();
      case 6 -> source.equals("a" + generation) ? this : movedSource();
      case 7 ->
          with(
              generation,
              definition,
              window,
              keys,
              computed,
              append,
              delaySeconds + 10 * (1 + random.nextInt(2)),
              source,
              step);
      default -> widened();
    };
  }

  private UpgradeCase added(SplittableRandom random) {
    List<String> free =
        CALLS.stream()
            .filter(c -> computed.stream().noneMatch(x -> x.call().equals(c)))
            .filter(c -> !upgrade.contains("removed: " + c))
            .toList();
    if (free.isEmpty()) {
      return this;
    }
    String call = free.get(random.nextInt(free.size()));
    boolean withheld = random.nextBoolean();
    String name = free("c");
    List<Computed> more = new ArrayList<>(computed);
    more.add(random.nextInt(more.size() + 1), new Computed(name, call, generation, withheld));
    UpgradeCase next = computing(more);
    List<String> lines = new ArrayList<>(next.upgrade);
    lines.add(
        "added: steps.%s.%s: %s"
            .formatted("STEP", name, withheld ? "null_until_closed" : "from_now"));
    return next.saying(lines);
  }

  private UpgradeCase removed(SplittableRandom random) {
    if (computed.size() == 1) {
      return this;
    }
    List<Computed> fewer = new ArrayList<>(computed);
    Computed gone = fewer.get(random.nextInt(fewer.size()));
    if (gone.since() == generation) {
      return this;
    }
    fewer.remove(gone);
    List<String> lines = new ArrayList<>(upgrade);
    lines.add("removed: " + gone.call());
    return computing(fewer).saying(lines);
  }

  private UpgradeCase shuffled(SplittableRandom random) {
    List<Computed> all = new ArrayList<>(computed);
    all.add(all.remove(random.nextInt(all.size())));
    List<String> by = new ArrayList<>(keys);
    if (by.size() == 2) {
      by.add(by.remove(0));
    }
    return with(generation, definition, window, by, all, append, delaySeconds, source, step);
  }

  private UpgradeCase renamedColumn(SplittableRandom random) {
    List<Computed> all = new ArrayList<>(computed);
    int at = random.nextInt(all.size());
    Computed old = all.get(at);
    if (old.since() == generation) {
      return this;
    }
    all.set(at, new Computed(free("r"), old.call(), old.since(), old.withheld()));
    return computing(all);
  }

  /** A name that no column has yet. */
  private String free(String letter) {
    int number = 0;
    while (true) {
      String name = "%s%d_%d".formatted(letter, generation, number);
      if (computed.stream().noneMatch(c -> c.name().equals(name))) {
        return name;
      }
      number++;
    }
  }

  private UpgradeCase movedStep() {
    String to = "sums" + generation;
    List<String> lines = new ArrayList<>(upgrade);
    lines.add("moved: {from: steps.%s, to: steps.%s}".formatted(step, to));
    return with(generation, definition, window, keys, computed, append, delaySeconds, source, to)
        .saying(lines);
  }

  private UpgradeCase movedSource() {
    String to = "a" + generation;
    List<String> lines = new ArrayList<>(upgrade);
    lines.add("moved: {from: sources.%s, to: sources.%s}".formatted(source, to));
    return with(generation, definition, window, keys, computed, append, delaySeconds, to, step)
        .saying(lines);
  }

  /** Another window; whatever is computed starts anew with it. */
  private UpgradeCase drained(SplittableRandom random) {
    Window other = Window.random(random, append && random.nextInt(3) == 0);
    if (other.equals(window)) {
      return this;
    }
    List<Computed> anew =
        computed.stream().map(c -> new Computed(c.name(), c.call(), generation, false)).toList();
    return with(generation, generation, other, keys, anew, append, delaySeconds, source, step)
        .saying(List.of("drain"));
  }

  private UpgradeCase widened() {
    return new UpgradeCase(
        generation,
        definition,
        window,
        keys,
        computed,
        append,
        delaySeconds,
        source,
        step,
        true,
        upgrade);
  }

  private UpgradeCase computing(List<Computed> other) {
    return with(generation, definition, window, keys, other, append, delaySeconds, source, step);
  }

  private UpgradeCase saying(List<String> lines) {
    return new UpgradeCase(
        generation,
        definition,
        window,
        keys,
        computed,
        append,
        delaySeconds,
        source,
        step,
        wide,
        lines);
  }

  private UpgradeCase with(
      int newGeneration,
      int newDefinition,
      Window newWindow,
      List<String> newKeys,
      List<Computed> newComputed,
      boolean newAppend,
      long newDelay,
      String newSource,
      String newStep) {
    return new UpgradeCase(
        newGeneration,
        newDefinition,
        newWindow,
        newKeys,
        newComputed,
        newAppend,
        newDelay,
        newSource,
        newStep,
        wide,
        upgrade);
  }

  /** The pipeline file. */
  String yaml() {
    String number = wide ? "bigint" : "int";
    String compute =
        computed.stream()
            .map(c -> c.name() + ": " + c.call())
            .collect(Collectors.joining(", ", "{", "}"));
    return """
    format: 1
    pipeline: model
    sources:
      %s:
        file: {path: in, format: ndjson, max_files_per_batch: 2}
        columns: {ts: timestamp, k: string, g: %s, v: %s}
        watermark: {column: ts, delay: %ds}
    steps:
      %s:
        from: %s
        aggregate:
          window: %s
          %scompute: %s
    sinks:
      out: {from: %s, file: {path: out, format: ndjson}}
    output_mode: %s
    checkpoint: checkpoint
    %s\
    """
        .formatted(
            source,
            number,
            number,
            delaySeconds,
            step,
            source,
            window.yaml(),
            keys.isEmpty() ? "" : "by: " + keys + "\n      ",
            compute,
            step,
            append ? "append" : "update",
            upgradeYaml());
  }

  private String upgradeYaml() {
    List<String> parts = new ArrayList<>();
    String moved = starting("moved: ", ", ", "moved: [", "]");
    String added = starting("added: ", ", ", "added: {", "}").replace("STEP", step);
    if (!moved.isEmpty()) {
      parts.add(moved);
    }
    if (!added.isEmpty()) {
      parts.add(added);
    }
    if (upgrade.contains("drain")) {
      parts.add("drain: [%s]".formatted(step));
    }
    return parts.isEmpty() ? "" : "upgrade: {" + String.join(", ", parts) + "}\n";
  }

  private String starting(String prefix, String between, String before, String after) {
    List<String> lines =
        upgrade.stream()
            .filter(l -> l.startsWith(prefix))
            .map(l -> l.substring(prefix.length()))
            .toList();
    return lines.isEmpty() ? "" : before + String.join(between, lines) + after;
  }
}
