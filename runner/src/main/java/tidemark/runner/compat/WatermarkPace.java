package tidemark.runner.compat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tidemark.runner.layout.Lengths;
import tidemark.runner.layout.SourceLayout;

/**
 * How soon a source lets the watermark move on: without rows of its own, and on rows from the
 * future. Sooner, more rows are late; later, results come later, since it never goes back.
 */
final class WatermarkPace {
  private final Plans plans;

  WatermarkPace(Plans plans) {
    this.plans = plans;
  }

  /** What says how records become rows, without what only concerns the watermark. */
  static Map<String, String> withoutIt(Map<String, String> reading) {
    Map<String, String> others = new HashMap<>(reading);
    others.keySet().removeAll(List.of(SourceLayout.IDLE_AFTER, SourceLayout.MAX_FUTURE_SKEW));
    return others;
  }

  void compare(SourceLayout old, SourceLayout now) {
    judge(SourceLayout.IDLE_AFTER, old, now, -1);
    judge(SourceLayout.MAX_FUTURE_SKEW, old, now, 1);
  }

  /**
   * Reports a change; what the old layout does not tell is none.
   *
   * @param direction positive if the watermark moves sooner with a longer length, else negative
   */
  private void judge(String option, SourceLayout old, SourceLayout source, int direction) {
    String is = source.reading().getOrDefault(option, SourceLayout.NEVER);
    String was = old.reading().getOrDefault(option, is);
    int sooner = direction * Long.compare(micros(is), micros(was));
    if (sooner == 0) {
      return;
    }
    Findings found = plans.found();
    Findings.Draft draft =
        found.of(SourceChanges.path(source), option, "`" + option + "` was " + was + ", is " + is);
    if (plans.kept().isEmpty()) {
      draft.safe("no step with state is there");
    } else if (sooner > 0) {
      draft.shifts(
          "the watermark moves on sooner from "
              + found.fromBatch()
              + " on: windows close earlier, and more rows are late");
    } else {
      draft.safe("results come later; the watermark stays where it is until it is passed again");
    }
  }

  private static long micros(String length) {
    return length.equals(SourceLayout.NEVER) ? Long.MAX_VALUE : Lengths.micros(length);
  }
}
