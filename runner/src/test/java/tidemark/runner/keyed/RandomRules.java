package tidemark.runner.keyed;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import tidemark.runner.keyed.NaiveKeyed.Row;
import tidemark.runner.keyed.NaiveKeyed.Variables;

/** Random rules, each as the text of a pipeline file and as what it does to the naive model. */
record RandomRules(boolean eventTime, List<Rule> rules, Optional<Rule> onTimeout) {
  private static final long SECOND = 1_000_000;

  RandomRules {
    rules = List.copyOf(rules);
  }

  /** A condition, for the row (null at a time-out) and the variables before the rule. */
  record Condition(String text, BiPredicate<Variables, Row> holds) {}

  /** A new value of one variable: computed from the first variables, put into the second. */
  record Change(String variable, String text, Assignment assignment) {}

  /** What a change does. */
  interface Assignment {
    void apply(Variables before, Row row, Variables after);
  }

  /**
   * A rule.
   *
   * @param timeout microseconds; 0 = none
   */
  record Rule(
      Optional<Condition> when, List<Change> set, boolean emit, boolean clear, long timeout) {}

  static RandomRules random(SplittableRandom random) {
    boolean eventTime = random.nextInt(3) > 0;
    List<Rule> rules = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      boolean mustEmit = i == 0;
      rules.add(
          new Rule(
              random.nextInt(4) == 0 ? Optional.empty() : Optional.of(condition(random)),
              changes(random, true),
              mustEmit || random.nextInt(3) == 0,
              random.nextInt(5) == 0,
              random.nextBoolean() ? SECOND * (1 + random.nextInt(60)) : 0));
    }
    boolean arms = rules.stream().anyMatch(r -> r.timeout() > 0);
    return new RandomRules(
        eventTime,
        rules,
        arms && random.nextInt(4) > 0
            ? Optional.of(
                new Rule(
                    Optional.empty(),
                    changes(random, false),
                    true,
                    random.nextInt(2) == 0,
                    random.nextInt(3) == 0 ? SECOND * (5 + random.nextInt(60)) : 0))
            : Optional.empty());
  }

  private static Condition condition(SplittableRandom random) {
    long c = random.nextInt(4);
    return switch (random.nextInt(6)) {
      case 0 -> new Condition("v > " + c, (s, r) -> r.v() != null && r.v() > c);
      case 1 -> new Condition("NOT (v > " + c + ")", (s, r) -> r.v() != null && r.v() <= c);
      case 2 -> new Condition("state.n >= " + c, (s, r) -> s.n != null && s.n >= c);
      case 3 -> new Condition("state.t IS NULL", (s, r) -> s.t == null);
      case 4 -> new Condition("length(state.s) < " + c, (s, r) -> s.s != null && s.s.length() < c);
      default ->
          new Condition(
              "ts > state.t + INTERVAL 10 SECONDS",
              (s, r) -> s.t != null && r.ts() != null && r.ts() > s.t + 10 * SECOND);
    };
  }

  private static List<Change> changes(SplittableRandom random, boolean hasRow) {
    List<Change> all = new ArrayList<>();
    all.add(change("n", "state.n + 1", (b, a) -> a.n = b.n == null ? null : b.n + 1));
    all.add(change("n", "state.p", (b, a) -> a.n = b.p));
    all.add(change("p", "state.n", (b, a) -> a.p = b.n));
    all.add(
        change(
            "s",
            "substring(concat('x', state.s), 1, 4)",
            (b, a) ->
                a.s =
                    b.s == null ? null : ("x" + b.s).substring(0, Math.min(4, b.s.length() + 1))));
    all.add(change("s", "''", (b, a) -> a.s = ""));
    all.add(
        change("w", "state.w + 1", (b, a) -> a.w = b.w == null ? null : b.w.add(BigDecimal.ONE)));
    all.add(change("f", "NOT state.f", (b, a) -> a.f = b.f == null ? null : !b.f));
    all.add(change("d", "state.d * 2", (b, a) -> a.d = b.d == null ? null : b.d * 2));
    if (hasRow) {
      all.add(new Change("t", "ts", (b, r, a) -> a.t = r.ts()));
      all.add(new Change("n", "v", (b, r, a) -> a.n = r.v()));
      all.add(new Change("s", "k", (b, r, a) -> a.s = r.k()));
      all.add(
          new Change(
              "n",
              "coalesce(state.n + v, 0)",
              (b, r, a) -> a.n = b.n == null || r.v() == null ? 0L : b.n + r.v()));
    }
    List<Change> chosen = new ArrayList<>();
    for (Change change : all) {
      boolean taken = chosen.stream().anyMatch(c -> c.variable().equals(change.variable()));
      if (!taken && random.nextInt(3) == 0) {
        chosen.add(change);
      }
    }
    return chosen;
  }

  private static Change change(
      String variable, String text, BiConsumer<Variables, Variables> assignment) {
    return new Change(variable, text, (before, row, after) -> assignment.accept(before, after));
  }

  /** The pipeline, whose step is {@code kept}. */
  String yaml() {
    StringBuilder text =
        new StringBuilder(
            """
            format: 1
            pipeline: random
            sources:
              rows:
                file: {path: in, format: ndjson}
                columns: {ts: timestamp, k: string, v: bigint}
                watermark: {column: ts, delay: 1 second}
            steps:
              kept:
                from: rows
                stateful:
                  by: [k]
                  state:
                    n: {type: bigint, initial: 0}
                    p: {type: bigint}
                    t: {type: timestamp}
                    s: {type: string, initial: "''"}
                    w: {type: "decimal(30,0)", initial: 7}
                    f: {type: boolean, initial: true}
                    d: {type: double, initial: 1}
                  time: %s
                  rules:
            """
                .formatted(eventTime ? "event_time" : "processing_time"));
    for (Rule rule : rules) {
      text.append("        - ").append(text(rule, "ts")).append('\n');
    }
    onTimeout.ifPresent(r -> text.append("      on_timeout: " + text(r, "timed_out_at") + "\n"));
    return text + "sinks:\n  out: {from: kept, file: {path: out, format: ndjson}}\ncheckpoint: c\n";
  }

  private static String text(Rule rule, String at) {
    List<String> parts = new ArrayList<>();
    rule.when().ifPresent(w -> parts.add("when: \"" + w.text() + "\""));
    if (!rule.set().isEmpty()) {
      parts.add(
          "set: {"
              + String.join(
                  ", ",
                  rule.set().stream().map(c -> c.variable() + ": \"" + c.text() + "\"").toList())
              + "}");
    }
    if (rule.emit()) {
      parts.add(
          "emit: {k: k, at: "
              + at
              + ", n: state.n, p: state.p, t: state.t, s: state.s, w: state.w, f: state.f, d:"
              + " state.d}");
    }
    if (rule.clear()) {
      parts.add("clear: true");
    }
    if (rule.timeout() > 0) {
      parts.add("timeout: " + rule.timeout() / SECOND + " seconds");
    }
    if (parts.size() == (rule.when().isPresent() ? 1 : 0)) {
      parts.add("clear: false");
    }
    return "{" + String.join(", ", parts) + "}";
  }
}
