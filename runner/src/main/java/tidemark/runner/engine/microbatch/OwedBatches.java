package tidemark.runner.engine.microbatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.SetBack;
import tidemark.statestore.checkpoint.SetBack.Holder;

/**
 * What the sinks of this run have to give up because the checkpoint was set back. A sink that the
 * run lacks owes it still, until a run has it: the note in the checkpoint says so.
 */
final class OwedBatches {
  private final Checkpoint checkpoint;
  private final Map<String, List<String>> places;
  private SetBack note = new SetBack(OptionalLong.empty(), List.of());
  private final Map<String, List<Holder>> owing = new TreeMap<>();

  /**
   * @param places where the sinks of the plan write, by id
   */
  OwedBatches(Checkpoint checkpoint, Map<String, List<String>> places) {
    this.checkpoint = checkpoint;
    this.places = places;
  }

  /**
   * Finds the sinks that owe something. The first run since the checkpoint was set back asks all of
   * its own, and from then on none may keep batches because later ones have happened.
   *
   * @param present the ids of this run's sinks
   * @param newest the newest batch that is planned or committed
   */
  void see(SetBack found, Set<String> present, long newest) {
    note = found;
    if (found.isUnseen()) {
      List<Holder> own = present.stream().map(this::holder).toList();
      note = found.with(own).seen(newest);
      checkpoint.record(note);
    }
    for (Holder holder : note.holders()) {
      present.stream()
          .filter(id -> isAt(id, holder) && (id.equals(holder.sink()) || !isThere(holder, present)))
          .forEach(id -> owing.computeIfAbsent(id, i -> new ArrayList<>()).add(holder));
    }
  }

  private Holder holder(String id) {
    return new Holder(id, placesOf(id), OptionalLong.empty());
  }

  private List<String> placesOf(String id) {
    return places.getOrDefault(id, List.of());
  }

  /** Whether a sink writes where the holder wrote; by its name, where no plan says that. */
  private boolean isAt(String id, Holder holder) {
    List<String> now = placesOf(id);
    return holder.places().isEmpty()
        ? id.equals(holder.sink())
        : now.stream().anyMatch(holder.places()::contains);
  }

  private boolean isThere(Holder holder, Set<String> present) {
    return present.contains(holder.sink()) && isAt(holder.sink(), holder);
  }

  /** The newest batch that each sink may keep which owes something. */
  Map<String, Long> keeps() {
    Map<String, Long> keeps = new TreeMap<>();
    owing.forEach(
        (id, holders) ->
            keeps.put(
                id, holders.stream().mapToLong(h -> h.after().orElseThrow()).min().orElseThrow()));
    return keeps;
  }

  /** To be called when these sinks have no such batches any more. */
  void gave(Set<String> sinks) {
    List<Holder> done =
        owing.entrySet().stream()
            .filter(owes -> sinks.contains(owes.getKey()))
            .flatMap(owes -> owes.getValue().stream())
            .toList();
    if (done.isEmpty()) {
      return;
    }
    note = note.without(done);
    checkpoint.record(note);
    owing.keySet().removeAll(sinks);
  }
}
