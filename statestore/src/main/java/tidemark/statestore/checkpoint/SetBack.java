package tidemark.statestore.checkpoint;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;

/**
 * What is left to do in sinks since a checkpoint was set back. Each sink is told by itself, when it
 * runs next: a plan in between may lack it. FORMAT.md section 2.
 *
 * @param to the batch that was to be the last one; empty once a run has opened the checkpoint since
 * @param holders who may hold batches that were taken back
 */
public record SetBack(OptionalLong to, List<Holder> holders) {
  public SetBack {
    holders = List.copyOf(holders);
    if (to.isEmpty() && holders.stream().anyMatch(holder -> holder.after().isEmpty())) {
      throw new IllegalArgumentException("it does not say what a sink may keep");
    }
  }

  /**
   * A sink that may hold batches which were taken back.
   *
   * @param sink its id in the plan that gave it those batches
   * @param places texts each of which names where it wrote; none if the plan does not say
   * @param after the newest batch that it may keep; empty while that is the checkpoint's newest
   *     entry
   */
  public record Holder(String sink, List<String> places, OptionalLong after) {
    public Holder {
      places = List.copyOf(places);
    }

    boolean isSameAs(Holder other) {
      return sink.equals(other.sink) && places.equals(other.places);
    }

    private Holder upTo(long newest) {
      return new Holder(sink, places, OptionalLong.of(Math.min(after.orElse(newest), newest)));
    }
  }

  /** Whether no run has opened the checkpoint since it was set back. */
  public boolean isUnseen() {
    return to.isPresent();
  }

  /** The same with holders that are not among those it has. */
  public SetBack with(Collection<Holder> more) {
    List<Holder> all = new ArrayList<>(holders);
    for (Holder each : more) {
      if (all.stream().noneMatch(each::isSameAs)) {
        all.add(each);
      }
    }
    return new SetBack(to, all);
  }

  /** The same without some of the holders. */
  public SetBack without(Collection<Holder> gone) {
    return new SetBack(to, holders.stream().filter(each -> !gone.contains(each)).toList());
  }

  /**
   * As the first run since then leaves it: what each may keep does not grow with later batches.
   *
   * @param newest the newest batch that is planned or committed
   */
  public SetBack seen(long newest) {
    return new SetBack(
        OptionalLong.empty(), holders.stream().map(each -> each.upTo(newest)).toList());
  }
}
