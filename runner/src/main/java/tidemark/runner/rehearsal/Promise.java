package tidemark.runner.rehearsal;

import java.util.List;
import tidemark.operators.connector.Delivery;

/**
 * What a sink declares, and what all trials together show of it.
 *
 * @param rows that it got undisturbed
 * @param trials in which a run was killed; 0 if it got no rows, so that they show nothing
 * @param lost rows in the worst trial
 * @param doubled rows in the worst trial
 * @param recovers whether the run went on each time
 */
public record Promise(
    String sink,
    Delivery declared,
    long rows,
    int trials,
    long lost,
    long doubled,
    boolean recovers) {
  static Promise of(String sink, Delivery declared, long rows, List<Trial> trials) {
    List<Trial.Count> counts =
        trials.stream()
            .filter(t -> t.point().isPresent() && t.sinks().containsKey(sink))
            .map(t -> t.sinks().get(sink))
            .toList();
    return new Promise(
        sink,
        declared,
        rows,
        rows == 0 ? 0 : counts.size(),
        counts.stream().mapToLong(Trial.Count::lost).max().orElse(0),
        counts.stream().mapToLong(Trial.Count::doubled).max().orElse(0),
        counts.stream()
            .noneMatch(c -> c.reconciledBy().mechanism() == ReconciledBy.Mechanism.STOPPED));
  }

  /** The declaration in words. */
  public String declaredWords() {
    return switch (declared) {
      case STAGED, TRANSACTIONAL -> "exactly once";
      case UPSERT -> "effectively once";
      case SENT_ONCE -> "once, or someone decides";
      case KEYED -> "once a key";
      case NONE -> "at least once";
    };
  }

  /** What is shown, in words. */
  public String shownWords() {
    if (trials == 0) {
      return "nothing: no row came";
    }
    if (!recovers) {
      return "a run that does not go on";
    }
    if (lost > 0) {
      return doubled > 0 ? "rows lost and doubled" : "at most once";
    }
    return doubled > 0 ? "at least once" : "exactly once";
  }

  /** Whether no trial contradicts the declaration. */
  public boolean holds() {
    return recovers && lost == 0 && (doubled == 0 || declared == Delivery.NONE);
  }
}
