package tidemark.runner.crash;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;

/**
 * The rules of aggregation over micro-batches, as plainly as they can be written: late by the
 * watermark of the batch before, merge, close by this batch's watermark.
 */
final class ReferenceModel {
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("\"yyyy-MM-dd'T'HH:mm:ss.SSS'Z'\"").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("\"yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'\"").withZone(ZoneOffset.UTC);

  private final ModelCase rules;
  private final long[] nodeMillis;
  private final Map<Group, Totals> groups = new LinkedHashMap<>();
  private long usedMillis;
  private long nextMillis;
  private boolean anyBatch;

  /** What rows are gathered under; without a window start and end are 0. */
  private record Group(long start, long end, Optional<String> k, Optional<Long> g) {
    boolean sameKeys(Group other) {
      return k.equals(other.k) && g.equals(other.g);
    }
  }

  /** What is known of a group. */
  private record Totals(
      long rows, long count, Optional<Long> sum, Optional<Long> least, Optional<Long> most) {
    static final Totals NONE =
        new Totals(0, 0, Optional.empty(), Optional.empty(), Optional.empty());

    static Totals of(ModelRow row) {
      return new Totals(1, row.v().isPresent() ? 1 : 0, row.v(), row.v(), row.v());
    }

    Totals plus(Totals other) {
      return new Totals(
          rows + other.rows,
          count + other.count,
          either(sum, other.sum, Long::sum),
          either(least, other.least, Math::min),
          either(most, other.most, Math::max));
    }

    private static Optional<Long> either(
        Optional<Long> a, Optional<Long> b, BinaryOperator<Long> both) {
      return a.isPresent() && b.isPresent()
          ? Optional.of(both.apply(a.get(), b.get()))
          : a.or(() -> b);
    }
  }

  ReferenceModel(ModelCase rules) {
    this.rules = rules;
    this.nodeMillis = new long[rules.delays().size()];
  }

  /** Whether a batch without input must follow. */
  boolean mustClose() {
    return rules.mode() != ModelCase.Mode.COMPLETE && anyBatch && nextMillis > usedMillis;
  }

  /** Runs a micro-batch over the sources' rows; what it shows, sorted. */
  List<String> batch(List<List<ModelRow>> sources) {
    long lateUpTo = usedMillis * 1000;
    usedMillis = nextMillis;
    anyBatch = true;
    Map<Group, Totals> before = new LinkedHashMap<>(groups);
    Set<Group> touched = new HashSet<>();
    for (int i = 0; i < sources.size(); i++) {
      for (ModelRow row : sources.get(i)) {
        take(i, row, lateUpTo, touched);
      }
    }
    if (rules.shape() == ModelCase.Shape.NONE && rules.keys().isEmpty()) {
      Group all = new Group(0, 0, Optional.empty(), Optional.empty());
      groups.putIfAbsent(all, Totals.NONE);
      touched.add(all);
    }
    List<String> shown = show(touched, before);
    moveWatermark();
    return shown;
  }

  private void take(int source, ModelRow row, long lateUpTo, Set<Group> touched) {
    if (rules.filter() == ModelCase.Kept.BY_VALUE && row.v().filter(v -> v != 3).isEmpty()) {
      return;
    }
    if (rules.watermarked() && row.ts().isPresent()) {
      long candidate = Math.floorDiv(row.ts().get(), 1000L) - rules.delays().get(source);
      nodeMillis[source] = Math.max(nodeMillis[source], candidate);
    }
    if (rules.filter() == ModelCase.Kept.BY_TIME
        && row.ts().filter(t -> t >= 60 * ModelCase.SECOND).isEmpty()) {
      return;
    }
    boolean dropsLate =
        rules.watermarked()
            && (rules.mode() != ModelCase.Mode.COMPLETE
                || rules.shape() == ModelCase.Shape.SESSION);
    for (Group group : groupsOf(row)) {
      boolean late = dropsLate && rules.shape() != ModelCase.Shape.NONE && group.end() <= lateUpTo;
      if (!late) {
        merge(group, Totals.of(row), touched);
      }
    }
  }

  private List<Group> groupsOf(ModelRow row) {
    Optional<String> k = rules.keys().contains("k") ? row.k() : Optional.empty();
    Optional<Long> g = rules.keys().contains("g") ? row.g() : Optional.empty();
    if (rules.shape() == ModelCase.Shape.NONE) {
      return List.of(new Group(0, 0, k, g));
    }
    if (row.ts().isEmpty()) {
      return List.of();
    }
    long t = row.ts().get();
    ModelCase.Window window = rules.window();
    if (rules.shape() == ModelCase.Shape.SESSION) {
      return List.of(new Group(t, t + window.size(), k, g));
    }
    List<Group> all = new ArrayList<>();
    long start =
        Math.floorDiv(t - window.offset(), window.every()) * window.every() + window.offset();
    for (; start + window.size() > t; start -= window.every()) {
      all.add(new Group(start, start + window.size(), k, g));
    }
    return all;
  }

  private void merge(Group group, Totals totals, Set<Group> touched) {
    Group merged = group;
    Totals sum = totals;
    if (rules.shape() == ModelCase.Shape.SESSION) {
      for (Group other : List.copyOf(groups.keySet())) {
        if (other.sameKeys(group)
            && other.start() <= merged.end()
            && merged.start() <= other.end()) {
          sum = sum.plus(Objects.requireNonNull(groups.remove(other)));
          touched.remove(other);
          merged =
              new Group(
                  Math.min(merged.start(), other.start()),
                  Math.max(merged.end(), other.end()),
                  group.k(),
                  group.g());
        }
      }
    }
    groups.merge(merged, sum, Totals::plus);
    touched.add(merged);
  }

  private List<String> show(Set<Group> touched, Map<Group, Totals> before) {
    List<String> shown = new ArrayList<>();
    if (rules.extras().op()) {
      before.forEach(
          (group, totals) -> {
            if (totals.rows() >= rules.least()
                && groups.keySet().stream().noneMatch(now -> isSameRow(now, group))) {
              shown.add(json(group, totals, false, "delete"));
            }
          });
    }
    boolean closes =
        rules.watermarked()
            && rules.shape() != ModelCase.Shape.NONE
            && rules.mode() != ModelCase.Mode.COMPLETE;
    for (Group group : List.copyOf(groups.keySet())) {
      Totals totals = Objects.requireNonNull(groups.get(group));
      boolean closing = closes && group.end() <= usedMillis * 1000;
      boolean shows =
          switch (rules.mode()) {
            case APPEND -> closing;
            case UPDATE ->
                closing && rules.extras().closing()
                    || touched.contains(group) && isNews(group, totals, before);
            case COMPLETE -> true;
          };
      if (shows && totals.rows() >= rules.least()) {
        boolean known = before.keySet().stream().anyMatch(old -> isSameRow(old, group));
        shown.add(json(group, totals, closing, known ? "update" : "insert"));
      }
      if (closing) {
        groups.remove(group);
      }
    }
    shown.sort(Comparator.naturalOrder());
    return shown;
  }

  /** A session may end later and still be the same row. */
  private static boolean isSameRow(Group a, Group b) {
    return a.start() == b.start() && a.sameKeys(b);
  }

  private boolean isNews(Group group, Totals totals, Map<Group, Totals> before) {
    Totals old = before.get(group);
    return !rules.extras().changesOnly()
        || old == null
        || !old.least().equals(totals.least())
        || !old.most().equals(totals.most());
  }

  private void moveWatermark() {
    if (rules.watermarked()) {
      nextMillis = Math.max(usedMillis, Arrays.stream(nodeMillis).min().orElse(0));
    }
  }

  private String json(Group group, Totals totals, boolean last, String op) {
    List<String> fields = new ArrayList<>();
    if (rules.shape() != ModelCase.Shape.NONE) {
      fields.add("\"window_start\":" + time(group.start()));
      fields.add("\"window_end\":" + time(group.end()));
    }
    if (rules.keys().contains("k")) {
      fields.add("\"k\":" + group.k().map(k -> "\"" + k + "\"").orElse("null"));
    }
    if (rules.keys().contains("g")) {
      fields.add("\"g\":" + number(group.g()));
    }
    if (!rules.extras().changesOnly()) {
      fields.add("\"n\":" + totals.rows());
      fields.add("\"c\":" + totals.count());
      fields.add("\"s\":" + number(totals.sum()));
    }
    fields.add("\"lo\":" + number(totals.least()));
    fields.add("\"hi\":" + number(totals.most()));
    if (rules.extras().closing()) {
      fields.add("\"_final\":" + last);
    }
    if (rules.extras().op()) {
      fields.add("\"_op\":\"" + op + "\"");
    }
    return "{" + String.join(",", fields) + "}";
  }

  private static String number(Optional<Long> value) {
    return value.map(String::valueOf).orElse("null");
  }

  /** A time as the file sink writes it, quoted. */
  static String time(long micros) {
    Instant instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    return (micros % 1000 == 0 ? MILLIS : MICROS).format(instant);
  }
}
