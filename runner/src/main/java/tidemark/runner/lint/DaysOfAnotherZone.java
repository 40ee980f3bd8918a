package tidemark.runner.lint;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.time.WindowSpec.Fixed;
import tidemark.runner.compile.Compilation;
import tidemark.runner.spec.StepSpec;
import tidemark.runner.spec.WindowText;

/**
 * Windows of whole days begin at midnight UTC, which is not that of the pipeline's zone (TM705).
 */
final class DaysOfAnotherZone implements Rule {
  private static final long A_DAY = Duration.ofDays(1).toMillis() * 1000;

  @Override
  public Code code() {
    return Code.TM705;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    ZoneId zone = plan.zone();
    if (zone.getRules().isFixedOffset()
        && zone.getRules().getOffset(Instant.EPOCH).equals(ZoneOffset.UTC)) {
      return;
    }
    for (StepSpec step : compilation.spec().steps()) {
      if (step instanceof StepSpec.Aggregate aggregate) {
        aggregate
            .window()
            .filter(DaysOfAnotherZone::isOfDays)
            .ifPresent(w -> report(w, zone, found));
      }
    }
  }

  /** An offset says that somebody has thought of where the windows begin. */
  private static boolean isOfDays(WindowText window) {
    return window.offset().isEmpty()
        && window.window() instanceof Fixed fixed
        && fixed.slideMicros() % A_DAY == 0;
  }

  private void report(WindowText window, ZoneId zone, Diagnostics found) {
    found.warning(
        code(),
        window.span(),
        "windows of whole days begin at midnight UTC, not at midnight in %s".formatted(zone),
        zone.getRules().isFixedOffset()
            ? "move them by `offset`, or name UTC's midnight with `offset: 0 seconds`"
            : "group by `to_date(...)` for days of the zone, or say that UTC is meant with"
                + " `offset: 0 seconds`");
  }
}
