package tidemark.runner.crash;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The rules of chained stateful steps, as plainly as they can be written: each step drops what is
 * late by the watermark of the micro-batch before, takes the rest, and lets go of what this
 * micro-batch's watermark has passed.
 */
final class ChainModel {
  private final ChainCase rules;
  private final List<Step> steps = new ArrayList<>();
  private long usedMillis;
  private long nextMillis;
  private boolean anyBatch;

  /**
   * A row between steps.
   *
   * @param time the event-time column: an instant, or the end of a window
   * @param instant the event time itself
   */
  private record Row(
      Optional<Long> start,
      Optional<Long> time,
      Optional<Long> instant,
      Optional<String> k,
      Optional<Long> g,
      Optional<Long> v) {}

  private interface Step {
    /** What comes out in one micro-batch; the bounds are microseconds. */
    List<Row> take(List<Row> rows, long lateUpTo, long evictUpTo);
  }

  ChainModel(ChainCase rules) {
    this.rules = rules;
    for (int i = 0; i < rules.stages().size(); i++) {
      ChainCase.Stage stage = rules.stages().get(i);
      if (stage instanceof ChainCase.Stage.Deduplicate deduplicate) {
        steps.add(new Deduplication(deduplicate, rules.delayMillis()));
      } else {
        steps.add(new Sums((ChainCase.Stage.Sum) stage, rules.isKeyed(i), rules.update()));
      }
    }
  }

  /** Whether a batch without input must follow. */
  boolean mustClose() {
    return anyBatch && nextMillis > usedMillis;
  }

  /** Runs a micro-batch; what it shows, sorted. */
  List<String> batch(List<ModelRow> input) {
    long lateUpTo = usedMillis * 1000;
    usedMillis = nextMillis;
    anyBatch = true;
    List<Row> rows = new ArrayList<>();
    for (ModelRow row : input) {
      rows.add(new Row(Optional.empty(), row.ts(), row.ts(), row.k(), row.g(), row.v()));
      row.ts()
          .map(ts -> Math.floorDiv(ts, 1000L) - rules.delayMillis())
          .ifPresent(candidate -> nextMillis = Math.max(nextMillis, candidate));
    }
    for (Step step : steps) {
      rows = step.take(rows, lateUpTo, usedMillis * 1000);
    }
    return rows.stream().map(this::json).sorted(Comparator.naturalOrder()).toList();
  }

  private static final class Deduplication implements Step {
    private final ChainCase.Stage.Deduplicate rules;
    private final long delayMillis;
    private final Map<List<Object>, Long> seen = new LinkedHashMap<>();

    Deduplication(ChainCase.Stage.Deduplicate rules, long delayMillis) {
      this.rules = rules;
      this.delayMillis = delayMillis;
    }

    @Override
    public List<Row> take(List<Row> rows, long lateUpTo, long evictUpTo) {
      List<Row> first = new ArrayList<>();
      for (Row row : rows) {
        boolean late = row.time().filter(t -> t <= lateUpTo).isPresent();
        if (!late && seen.putIfAbsent(key(row), expiry(row)) == null) {
          first.add(row);
        }
      }
      seen.values().removeIf(expiry -> expiry <= evictUpTo);
      return first;
    }

    private List<Object> key(Row row) {
      List<String> by = rules.by().isEmpty() ? List.of("ts", "k", "g", "v") : rules.by();
      List<Object> key = new ArrayList<>();
      for (String column : by) {
        key.add(
            switch (column) {
              case "ts" -> row.time();
              case "k" -> row.k();
              case "g" -> row.g();
              default -> row.v();
            });
      }
      return key;
    }

    private long expiry(Row row) {
      boolean timeInKey = rules.by().isEmpty() || rules.by().contains("ts");
      return switch (rules.memory()) {
        case LEFT_OUT -> timeInKey ? row.time().orElse(Long.MAX_VALUE) : Long.MAX_VALUE;
        case WATERMARK -> row.time().orElse(0L) + delayMillis * 1000;
        case A_MINUTE -> row.time().orElse(0L) + 60 * ModelCase.SECOND;
      };
    }
  }

  private static final class Sums implements Step {
    private final ChainCase.Stage.Sum rules;
    private final boolean keyed;
    private final boolean update;
    private final Map<Span, Optional<Long>> sums = new LinkedHashMap<>();

    private record Span(long start, long end, Optional<String> k) {}

    Sums(ChainCase.Stage.Sum rules, boolean keyed, boolean update) {
      this.rules = rules;
      this.keyed = keyed;
      this.update = update;
    }

    @Override
    public List<Row> take(List<Row> rows, long lateUpTo, long evictUpTo) {
      List<Span> touched = new ArrayList<>();
      for (Row row : rows) {
        if (row.instant().isEmpty()) {
          continue;
        }
        Span span = span(row);
        if (span.end() > lateUpTo) {
          touched.add(merge(span, row.v()));
        }
      }
      List<Row> shown = new ArrayList<>();
      for (Span span : List.copyOf(sums.keySet())) {
        boolean closing = span.end() <= evictUpTo;
        if (update ? touched.contains(span) : closing) {
          shown.add(row(span));
        }
        if (closing) {
          sums.remove(span);
        }
      }
      return shown;
    }

    private Span span(Row row) {
      long t = row.instant().orElseThrow();
      Optional<String> k = keyed ? row.k() : Optional.empty();
      if (rules.session()) {
        return new Span(t, t + rules.micros(), k);
      }
      long start = Math.floorDiv(t, rules.micros()) * rules.micros();
      return new Span(start, start + rules.micros(), k);
    }

    private Span merge(Span span, Optional<Long> v) {
      Span merged = span;
      Optional<Long> sum = v;
      for (Span other : List.copyOf(sums.keySet())) {
        boolean same =
            rules.session()
                ? other.k().equals(span.k())
                    && other.start() <= merged.end()
                    && merged.start() <= other.end()
                : other.equals(span);
        if (same) {
          sum = plus(Objects.requireNonNull(sums.remove(other)), sum);
          merged =
              new Span(
                  Math.min(merged.start(), other.start()),
                  Math.max(merged.end(), other.end()),
                  span.k());
        }
      }
      sums.put(merged, sum);
      return merged;
    }

    private static Optional<Long> plus(Optional<Long> a, Optional<Long> b) {
      return a.isPresent() && b.isPresent() ? Optional.of(a.get() + b.get()) : a.or(() -> b);
    }

    private Row row(Span span) {
      return new Row(
          Optional.of(span.start()),
          Optional.of(span.end()),
          Optional.of(span.end() - 1),
          span.k(),
          Optional.empty(),
          Objects.requireNonNull(sums.get(span)));
    }
  }

  private String json(Row row) {
    List<String> fields = new ArrayList<>();
    boolean windowed = row.start().isPresent();
    if (windowed) {
      fields.add("\"window_start\":" + time(row.start()));
      fields.add("\"window_end\":" + time(row.time()));
    } else {
      fields.add("\"ts\":" + time(row.time()));
    }
    if (!windowed || rules.isKeyed(rules.stages().size() - 1)) {
      fields.add("\"k\":" + row.k().map(k -> "\"" + k + "\"").orElse("null"));
    }
    if (!windowed) {
      fields.add("\"g\":" + row.g().map(String::valueOf).orElse("null"));
    }
    fields.add("\"v\":" + row.v().map(String::valueOf).orElse("null"));
    return "{" + String.join(",", fields) + "}";
  }

  private static String time(Optional<Long> micros) {
    return micros.map(ReferenceModel::time).orElse("null");
  }
}
