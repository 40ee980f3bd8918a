package tidemark.runner.compat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.runner.layout.Layout;

/**
 * What the first batch under a changed plan has to do to what is stored, so that the changes mean
 * what their verdicts say.
 *
 * <p>{@code after} is the law for bytes: fields of keys and values are written in its order (not in
 * that of the pipeline file), rows with its layout numbers. Rows of earlier layouts stay as they
 * are until they are next written; {@code after} describes each of them.
 *
 * @param before the layout that the stored state was written with
 * @param after the pipeline's layout with the ids, the order of fields and the earlier layouts of
 *     {@code before} carried over; what the new generation records
 * @param steps every step that keeps state, before or now
 * @param sources every source, before or now
 * @param watermarks the node whose watermark each node goes on with; a node that is not there
 *     starts at 1970
 * @param sinks the id under which each sink wrote before; a sink that is not there is new
 */
public record Upgrade(
    Layout before,
    Layout after,
    List<StepUpgrade> steps,
    List<SourceUpgrade> sources,
    Map<String, String> watermarks,
    Map<String, String> sinks) {
  public Upgrade {
    steps = List.copyOf(steps);
    sources = List.copyOf(sources);
    watermarks = Collections.unmodifiableMap(new TreeMap<>(watermarks));
    sinks = Collections.unmodifiableMap(new TreeMap<>(sinks));
  }

  /** The id before of every step whose state goes on, also beside a new definition, by its id. */
  public Map<String, String> goingOn() {
    Map<String, String> goingOn = new TreeMap<>();
    for (StepUpgrade step : steps) {
      if (step instanceof StepUpgrade.Kept kept) {
        goingOn.put(kept.step(), kept.from());
      } else if (step instanceof StepUpgrade.Relaid relaid) {
        goingOn.put(relaid.step(), relaid.from());
      } else if (step instanceof StepUpgrade.Drained drained) {
        goingOn.put(drained.step(), drained.from());
      }
    }
    return goingOn;
  }

  /** What becomes of the state of one step. Ids are node ids, {@code steps.x}. */
  public sealed interface StepUpgrade {
    /** Its stores go on with their rows as they are, under another owner if the ids differ. */
    record Kept(String step, String from) implements StepUpgrade {}

    /**
     * As {@link Kept}, and at least one store has a higher layout number: rows with a lower number
     * are brought to the newest when they are read. A field of the new layout that the row's layout
     * has is read with the row's type and cast to the new one, which keeps its value; one that it
     * lacks gets its {@code initial}.
     */
    record Relaid(String step, String from) implements StepUpgrade {}

    /**
     * Its rows close under {@code before}'s definition of {@code from}, hand out what they did and
     * take no new ones; the step starts empty under the new definition. {@code after}'s node lists
     * the old one as {@code draining}. Both yield the same columns.
     */
    record Drained(String step, String from) implements StepUpgrade {}

    /** It starts empty. */
    record New(String step) implements StepUpgrade {}

    /** Its rows are dropped with the first commit; earlier versions keep them. */
    record Dropped(String from) implements StepUpgrade {}
  }

  /** Where a source goes on. Ids are source ids, without {@code sources.}. */
  public sealed interface SourceUpgrade {
    /** Behind what was read under the old id. */
    record Kept(String source, String from) implements SourceUpgrade {}

    /** At its start: what was stored of its progress is dropped. */
    record Restarted(String source, String from) implements SourceUpgrade {}

    /** At its start. */
    record New(String source) implements SourceUpgrade {}

    /** Nothing more is read; what was stored of its progress is dropped. */
    record Dropped(String from) implements SourceUpgrade {}
  }
}
