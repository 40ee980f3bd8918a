package tidemark.statestore.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.checkpoint.SetBack.Holder;
import tidemark.statestore.files.FileStore;

/** What a rollback notes for the runs after it, while the entries that it deletes are there. */
final class SetBackNote {
  private final FileStore files;
  private final LogFiles logs;
  private final SinkPlaces places;

  SetBackNote(FileStore files, LogFiles logs, SinkPlaces places) {
    this.files = files;
    this.logs = logs;
    this.places = places;
  }

  /**
   * Writes it, beside what an earlier one says of sinks that no run has had since. One that is
   * damaged is replaced, also where nothing is undone: it stops every run.
   */
  void write(Rollback rollback) {
    Optional<SetBack> earlier = Optional.empty();
    boolean damaged = false;
    try {
      earlier = SetBackFile.read(files);
    } catch (StateFailure e) {
      requireDamage(e);
      damaged = true;
    }
    if (damaged || !rollback.undone().isEmpty()) {
      List<Holder> before = earlier.map(SetBack::holders).orElse(List.of());
      SetBack note = new SetBack(OptionalLong.of(rollback.toBatch()), before);
      SetBackFile.write(files, note.with(holders(rollback)));
    }
  }

  /** The sinks of every plan that undone batches were planned by, and those they were given to. */
  private List<Holder> holders(Rollback rollback) {
    List<Holder> holders = new ArrayList<>();
    for (int plan : logs.plans.generations()) {
      if (plan >= rollback.planGeneration()) {
        read(plan).forEach((sink, where) -> holders.add(holder(sink, where)));
      }
    }
    Set<String> told = holders.stream().map(Holder::sink).collect(Collectors.toSet());
    rollback.delivered().keySet().stream()
        .filter(sink -> !told.contains(sink))
        .forEach(sink -> holders.add(holder(sink, List.of())));
    return holders;
  }

  private static Holder holder(String sink, List<String> places) {
    return new Holder(sink, places, OptionalLong.empty());
  }

  private Map<String, List<String>> read(int plan) {
    try {
      return logs.plans.read(plan).map(places::of).orElse(Map.of());
    } catch (StateFailure e) {
      requireDamage(e);
      return Map.of();
    }
  }

  private static void requireDamage(StateFailure e) {
    if (e.kind() != Kind.DAMAGED) {
      throw e;
    }
  }
}
