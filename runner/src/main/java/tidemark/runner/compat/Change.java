package tidemark.runner.compat;

import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Span;

/**
 * One difference between a pipeline and what is stored of it.
 *
 * @param id stable name, for {@code upgrade.accept}: {@code steps.traffic.window}
 * @param subject what changed: {@code steps.traffic}
 * @param change what is different, old and new, one sentence
 * @param reason why the verdict is what it is, one sentence
 * @param waysOut what can be done, best first; lines of YAML to paste stand in code marks
 * @param now where it stands in the pipeline file; where it stood is gone, the nearest place
 * @param then where it was recorded
 */
public record Change(
    String id,
    String subject,
    String change,
    Verdict verdict,
    String reason,
    List<String> waysOut,
    Span now,
    Recorded then) {
  public Change {
    waysOut = List.copyOf(waysOut);
  }

  /** The code under which the change is reported. */
  public Code code() {
    if (verdict == Verdict.REFUSED && id.equals("pipeline.name")) {
      return Code.TM501;
    }
    return switch (verdict) {
      case REFUSED -> Code.TM503;
      case SHIFTS_RESULTS -> Code.TM510;
      case MIGRATES -> Code.TM511;
      case SAFE, SAME -> Code.TM512;
    };
  }

  /** The place of the old definition. */
  public sealed interface Recorded {
    /**
     * In a checkpoint.
     *
     * @param batch the last batch that was committed with it
     */
    record Generation(int generation, long batch) implements Recorded {}

    /** In another pipeline file; empty where the thing is new. */
    record Line(Optional<Span> span, String file) implements Recorded {}
  }
}
