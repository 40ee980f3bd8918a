package tidemark.runner.crash;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tidemark.runner.crash.JoinCase.Condition;

/**
 * The rules of a join of two streams over micro-batches, as plainly as they can be written: every
 * row of one side that is known is held against every row of the other.
 */
final class JoinModel {
  private final JoinCase rules;
  private final long[] nodeMillis = new long[2];
  private final List<Kept> left = new ArrayList<>();
  private final List<Kept> right = new ArrayList<>();
  private long usedMillis;
  private long nextMillis;
  private boolean anyBatch;

  /** A known row. */
  private static final class Kept {
    private final ModelRow row;
    private final boolean isNew;
    private boolean matched;

    /** It came out when it came, and cannot come out again. */
    private final boolean done;

    Kept(ModelRow row, boolean isNew, boolean matched, boolean done) {
      this.row = row;
      this.isNew = isNew;
      this.matched = matched;
      this.done = done;
    }
  }

  JoinModel(JoinCase rules) {
    this.rules = rules;
  }

  /** Whether a batch without input must follow. */
  boolean mustClose() {
    boolean forgets =
        rules.leftClosedMillis(0).isPresent() || rules.rightClosedMillis(0).isPresent();
    return forgets && anyBatch && nextMillis > usedMillis;
  }

  /** How many rows must be kept after the batches so far, and no more may be. */
  long kept() {
    return Stream.concat(left.stream(), right.stream()).filter(row -> !row.done).count();
  }

  /** Runs a micro-batch over the sources' rows; what it shows, sorted. */
  List<String> batch(List<List<ModelRow>> sources) {
    long lateUpTo = usedMillis * 1000;
    usedMillis = nextMillis;
    anyBatch = true;
    List<String> shown = new ArrayList<>();
    sources.get(0).forEach(row -> take(0, row, lateUpTo, shown));
    sources.get(1).forEach(row -> take(1, row, lateUpTo, shown));
    pair(shown);
    settle(left, rules.leftClosedMillis(usedMillis), rules.type().keepsLeft(), true, shown);
    settle(right, rules.rightClosedMillis(usedMillis), rules.type().keepsRight(), false, shown);
    moveWatermark();
    shown.sort(Comparator.naturalOrder());
    return shown;
  }

  private void take(int side, ModelRow row, long lateUpTo, List<String> shown) {
    boolean isLeft = side == 0;
    boolean keepsAlone = isLeft ? rules.type().keepsLeft() : rules.type().keepsRight();
    if (!passesBehind(isLeft, row)) {
      return;
    }
    boolean fits = fitsAlone(isLeft, row);
    if (!keepsAlone && !(fits && canHavePartner(row) && canBeNear(row))) {
      return;
    }
    if (rules.delays().get(side).isPresent()) {
      long delay = rules.delays().get(side).get();
      row.ts()
          .ifPresent(
              t -> nodeMillis[side] = Math.max(nodeMillis[side], Math.floorDiv(t, 1000L) - delay));
      if (row.ts().filter(t -> t <= lateUpTo).isPresent()) {
        return;
      }
    }
    if (fits) {
      (isLeft ? left : right).add(new Kept(row, true, false, false));
    } else {
      show(
          isLeft ? Optional.of(row) : Optional.empty(),
          isLeft ? Optional.empty() : Optional.of(row),
          shown);
    }
  }

  /** A filter behind the join acts on a side's rows, unless they can come out as made-up nulls. */
  private boolean passesBehind(boolean isLeft, ModelRow row) {
    return switch (rules.behind()) {
      case NOTHING -> true;
      case LEFT_VALUE ->
          !isLeft || rules.type().keepsRight() || row.v().filter(v -> v != 1).isPresent();
      case RIGHT_VALUE ->
          isLeft || rules.type().keepsLeft() || row.v().filter(v -> v == 1).isEmpty();
    };
  }

  private boolean fitsAlone(boolean isLeft, ModelRow row) {
    if (isLeft && rules.has(Condition.LEFT_ONLY)) {
      return row.v().filter(v -> v != 3).isPresent();
    }
    return isLeft || !rules.has(Condition.RIGHT_ONLY) || row.v().filter(v -> v > -3).isPresent();
  }

  /** What does not read the event time acts before the watermark. */
  private boolean canHavePartner(ModelRow row) {
    return (rules.nullsMatch() || row.k().isPresent())
        && (!rules.has(Condition.BOTH) || row.v().isPresent());
  }

  private boolean canBeNear(ModelRow row) {
    return !isTimed() || row.ts().isPresent();
  }

  private boolean isTimed() {
    return rules.equalTimes() || rules.least().isPresent() || rules.most().isPresent();
  }

  private void pair(List<String> shown) {
    for (Kept l : left) {
      for (Kept r : right) {
        if ((l.isNew || r.isNew) && matches(l.row, r.row)) {
          if (rules.type().pairs()) {
            show(Optional.of(l.row), Optional.of(r.row), shown);
          } else if (rules.type() == JoinCase.Type.LEFT_SEMI && !l.matched) {
            show(Optional.of(l.row), Optional.empty(), shown);
          }
          l.matched = true;
          r.matched = true;
        }
      }
    }
  }

  private boolean matches(ModelRow l, ModelRow r) {
    boolean keys = l.k().equals(r.k()) && (rules.nullsMatch() || l.k().isPresent());
    if (!keys || isTimed() && (l.ts().isEmpty() || r.ts().isEmpty())) {
      return false;
    }
    if (isTimed()) {
      long distance = r.ts().orElseThrow() - l.ts().orElseThrow();
      boolean near =
          rules.equalTimes()
              ? distance == 0
              : rules.least().filter(b -> distance < b.micros() + (b.strict() ? 1 : 0)).isEmpty()
                  && rules
                      .most()
                      .filter(b -> distance > b.micros() - (b.strict() ? 1 : 0))
                      .isEmpty();
      if (!near) {
        return false;
      }
    }
    return !rules.has(Condition.BOTH)
        || l.v().isPresent() && r.v().isPresent() && l.v().orElseThrow() <= r.v().orElseThrow() + 2;
  }

  private void settle(
      List<Kept> rows,
      Optional<Long> closedMillis,
      boolean keepsAlone,
      boolean isLeft,
      List<String> shown) {
    List<Kept> before = List.copyOf(rows);
    rows.clear();
    for (Kept kept : before) {
      boolean closes =
          closedMillis.isPresent()
              && kept.row.ts().filter(t -> t <= closedMillis.get() * 1000).isPresent();
      if (!closes) {
        boolean done = isLeft && !rules.type().pairs() && kept.isNew && kept.matched;
        rows.add(new Kept(kept.row, false, kept.matched, kept.done || done));
      } else if (keepsAlone && !kept.matched) {
        show(
            isLeft ? Optional.of(kept.row) : Optional.empty(),
            isLeft ? Optional.empty() : Optional.of(kept.row),
            shown);
      }
    }
  }

  private void moveWatermark() {
    long[] followed = new long[2];
    int count = 0;
    for (int side = 0; side < 2; side++) {
      if (rules.delays().get(side).isPresent()) {
        followed[count++] = nodeMillis[side];
      }
    }
    nextMillis = Math.max(usedMillis, Arrays.stream(followed, 0, count).min().orElse(0));
  }

  private void show(Optional<ModelRow> l, Optional<ModelRow> r, List<String> shown) {
    boolean visible =
        switch (rules.behind()) {
          case NOTHING -> true;
          case LEFT_VALUE -> l.flatMap(ModelRow::v).filter(v -> v != 1).isPresent();
          case RIGHT_VALUE -> r.flatMap(ModelRow::v).filter(v -> v == 1).isEmpty();
        };
    if (visible) {
      String columns = columns("l", l);
      shown.add("{" + (rules.type().pairs() ? columns + "," + columns("r", r) : columns) + "}");
    }
  }

  private static String columns(String side, Optional<ModelRow> row) {
    return "\"%st\":%s,\"%sk\":%s,\"%sv\":%s"
        .formatted(
            side,
            row.flatMap(ModelRow::ts).map(ReferenceModel::time).orElse("null"),
            side,
            row.flatMap(ModelRow::k).map(k -> "\"" + k + "\"").orElse("null"),
            side,
            row.flatMap(ModelRow::v).map(String::valueOf).orElse("null"));
  }
}
