package tidemark.runner.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.runner.crash.KeepingCase.Operator;

/**
 * What a join or deduplication that changes must show, as plainly as it can be written: whatever is
 * kept is known with the generation that read it, and held against everything.
 */
final class KeepingModel {
  static final int FILES_PER_BATCH = 2;

  private final long[] nodeMillis = new long[2];
  private final List<Kept> left = new ArrayList<>();
  private final List<Kept> right = new ArrayList<>();
  private final Map<List<Optional<?>>, Long> expiries = new HashMap<>();
  private KeepingCase rules;
  private long usedMillis;
  private long nextMillis;

  /** A row that is kept. */
  private static final class Kept {
    private final ModelRow row;
    private final int generation;
    private boolean isNew = true;
    private boolean matched;

    Kept(ModelRow row, int generation) {
      this.row = row;
      this.generation = generation;
    }
  }

  KeepingModel(KeepingCase rules) {
    this.rules = rules;
  }

  /** From now on the pipeline is this one. */
  void change(KeepingCase next) {
    rules = next;
  }

  boolean mustClose() {
    return nextMillis > usedMillis;
  }

  /** Runs a micro-batch over the sources' rows; what it shows, sorted. */
  List<String> batch(List<List<ModelRow>> sources) {
    long lateUpTo = usedMillis * 1000;
    usedMillis = nextMillis;
    List<String> shown = new ArrayList<>();
    if (rules.isJoin()) {
      join(sources, lateUpTo, shown);
    } else {
      deduplicate(sources.get(0), lateUpTo, shown);
    }
    long least = rules.isJoin() ? Math.min(nodeMillis[0], nodeMillis[1]) : nodeMillis[0];
    nextMillis = Math.max(usedMillis, least);
    shown.sort(String::compareTo);
    return shown;
  }

  /** True if the row is not late; moves the side's watermark. */
  private boolean isTimely(int side, ModelRow row, long lateUpTo) {
    row.ts()
        .ifPresent(
            t ->
                nodeMillis[side] =
                    Math.max(
                        nodeMillis[side], Math.floorDiv(t, 1000L) - 1000 * rules.delaySeconds()));
    return row.ts().filter(t -> t <= lateUpTo).isEmpty();
  }

  private void deduplicate(List<ModelRow> rows, long lateUpTo, List<String> shown) {
    Set<List<Optional<?>>> now = new HashSet<>();
    for (ModelRow row : rows) {
      List<Optional<?>> key = List.of(row.k(), row.g());
      if (isTimely(0, row, lateUpTo) && now.add(key) && !expiries.containsKey(key)) {
        shown.add(row.json().strip());
        expiries.put(key, row.ts().orElse(0L) + rules.withinSeconds() * ModelCase.SECOND);
      }
    }
    expiries.values().removeIf(expiry -> expiry <= usedMillis * 1000);
  }

  private void join(List<List<ModelRow>> sources, long lateUpTo, List<String> shown) {
    boolean outer = rules.operator() == Operator.LEFT_OUTER;
    for (int side = 0; side < 2; side++) {
      for (ModelRow row : sources.get(side)) {
        // What does not read the event time acts before the watermark.
        boolean canPair = row.k().isPresent() && row.g().isPresent();
        if ((canPair || side == 0 && outer) && isTimely(side, row, lateUpTo)) {
          (side == 0 ? left : right).add(new Kept(row, rules.generation()));
        }
      }
    }
    for (Kept l : left) {
      for (Kept r : right) {
        if ((l.isNew || r.isNew) && arePartners(l.row, r.row)) {
          shown.add(json(l, Optional.of(r)));
          l.matched = true;
        }
      }
    }
    long within = rules.withinSeconds() * ModelCase.SECOND;
    settle(left, Math.floorDiv(usedMillis * 1000 - within, 1000L) - 1, outer, shown);
    settle(right, usedMillis - 1, false, shown);
  }

  private boolean arePartners(ModelRow l, ModelRow r) {
    if (l.k().isEmpty() || l.g().isEmpty() || l.ts().isEmpty() || r.ts().isEmpty()) {
      return false;
    }
    long distance = r.ts().orElseThrow() - l.ts().orElseThrow();
    return l.k().equals(r.k())
        && l.g().equals(r.g())
        && distance >= 0
        && distance <= rules.withinSeconds() * ModelCase.SECOND;
  }

  /** Rows leave when the watermark passes them, be it by a bound that is new. */
  private void settle(List<Kept> rows, long closedMillis, boolean outer, List<String> shown) {
    for (Kept kept : List.copyOf(rows)) {
      boolean closes = kept.row.ts().filter(t -> t <= closedMillis * 1000).isPresent();
      if (closes) {
        rows.remove(kept);
        if (outer && !kept.matched) {
          shown.add(json(kept, Optional.empty()));
        }
      }
      kept.isNew = false;
    }
  }

  private String json(Kept l, Optional<Kept> r) {
    StringBuilder text = new StringBuilder("{\"lt\":");
    text.append(l.row.ts().map(ReferenceModel::time).orElse("null"));
    text.append(",\"lk\":").append(l.row.k().map(k -> "\"" + k + "\"").orElse("null"));
    text.append(",\"rt\":");
    text.append(r.flatMap(kept -> kept.row.ts()).map(ReferenceModel::time).orElse("null"));
    if (rules.leftValue() >= 0) {
      text.append(",\"lv\":").append(value(Optional.of(l), rules.leftValue()));
    }
    if (rules.rightValue() >= 0) {
      text.append(",\"rv\":").append(value(r, rules.rightValue()));
    }
    return text.append('}').toString();
  }

  /** A row that came before the value was kept has none. */
  private static String value(Optional<Kept> kept, int since) {
    return kept.filter(k -> k.generation >= since)
        .flatMap(k -> k.row.v())
        .map(String::valueOf)
        .orElse("null");
  }
}
