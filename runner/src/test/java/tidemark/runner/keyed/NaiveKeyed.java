package tidemark.runner.keyed;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tidemark.runner.keyed.RandomRules.Change;
import tidemark.runner.keyed.RandomRules.Rule;

/** Keyed state as one would write it down first: a map of keys, one row after the other. */
final class NaiveKeyed {
  /** A row of the input; times are microseconds. */
  record Row(@Nullable Long ts, @Nullable String k, @Nullable Long v) {}

  /** What is kept for a key. */
  static final class Variables {
    @Nullable Long n = 0L;
    @Nullable Long p;
    @Nullable Long t;
    @Nullable String s = "";
    @Nullable BigDecimal w = BigDecimal.valueOf(7);
    @Nullable Boolean f = true;
    @Nullable Double d = 1.0;
    boolean kept;
    @Nullable Long due;
    @Nullable Long countedFrom;

    Variables copy() {
      Variables copy = new Variables();
      copy.n = n;
      copy.p = p;
      copy.t = t;
      copy.s = s;
      copy.w = w;
      copy.f = f;
      copy.d = d;
      copy.kept = kept;
      copy.due = due;
      copy.countedFrom = countedFrom;
      return copy;
    }
  }

  private final RandomRules rules;
  private final Map<String, Variables> keys = new HashMap<>();
  private final Map<String, List<String>> emitted = new HashMap<>();
  private int late;

  NaiveKeyed(RandomRules rules) {
    this.rules = rules;
  }

  /** Rows that came too late in the last batch, or without time. */
  int dropped() {
    return late;
  }

  /** How many keys are kept. */
  int keptKeys() {
    return keys.size();
  }

  /** What a batch gives out, by key, in order. Times are microseconds. */
  Map<String, List<String>> batch(List<Row> input, long lateUpTo, long watermark, long now) {
    emitted.clear();
    List<Row> rows = new ArrayList<>(input);
    if (rules.eventTime()) {
      rows.removeIf(r -> r.ts() == null || r.ts() <= lateUpTo);
      rows.sort(Comparator.comparing(r -> Objects.requireNonNull(r.ts())));
    }
    late = input.size() - rows.size();
    for (Row row : rows) {
      String key = String.valueOf(row.k());
      for (Rule rule : rules.rules()) {
        Variables before = keys.getOrDefault(key, new Variables());
        if (rule.when().isEmpty() || rule.when().get().holds().test(before, row)) {
          act(key, rule, before, row, row.ts(), rules.eventTime() ? row.ts() : now);
        }
      }
    }
    long upTo = rules.eventTime() ? watermark : now;
    while (fire(upTo, now)) {}
    return Map.copyOf(emitted);
  }

  private boolean fire(long upTo, long now) {
    List<String> due =
        keys.entrySet().stream()
            .filter(e -> e.getValue().due != null && e.getValue().due <= upTo)
            .map(Map.Entry::getKey)
            .toList();
    for (String key : due) {
      Variables variables = keys.get(key);
      long at = variables.due;
      variables.due = null;
      variables.countedFrom = null;
      if (rules.onTimeout().isEmpty()) {
        keys.remove(key);
      } else {
        Row row = new Row(null, key, null);
        act(key, rules.onTimeout().get(), variables, row, at, rules.eventTime() ? at : now);
      }
    }
    return !due.isEmpty();
  }

  private void act(
      String key, Rule rule, Variables before, Row row, @Nullable Long at, long countedFrom) {
    if (rule.emit()) {
      emitted.computeIfAbsent(key, k -> new ArrayList<>()).add(text(key, at, before));
    }
    Variables after = rule.clear() ? new Variables() : before.copy();
    for (Change change : rule.set()) {
      change.assignment().apply(before, row, after);
      after.kept = true;
    }
    if (rule.timeout() > 0 && (after.countedFrom == null || countedFrom >= after.countedFrom)) {
      after.countedFrom = countedFrom;
      after.due = countedFrom + rule.timeout();
      after.kept = true;
    }
    if (after.kept) {
      keys.put(key, after);
    } else {
      keys.remove(key);
    }
  }

  private static String text(String key, @Nullable Long at, Variables s) {
    return String.join(
        " ",
        key,
        String.valueOf(at),
        String.valueOf(s.n),
        String.valueOf(s.p),
        String.valueOf(s.t),
        String.valueOf(s.s),
        String.valueOf(s.w),
        String.valueOf(s.f),
        String.valueOf(s.d));
  }
}
