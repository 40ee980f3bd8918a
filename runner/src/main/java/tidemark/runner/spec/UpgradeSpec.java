package tidemark.runner.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.diagnostics.Span;

/**
 * What the author says about changes against the stored state.
 *
 * @param accept changes, by their id, that may shift results
 * @param moved renames, as paths such as {@code steps.a}
 * @param added how a new aggregate starts, by its path: {@code from_now} or {@code
 *     null_until_closed}
 * @param drain steps whose open windows close under the old definition
 * @param restart sources that are read from their start again
 * @param span empty where the file has no {@code upgrade}
 */
public record UpgradeSpec(
    List<Placed<String>> accept,
    List<Move> moved,
    Map<Placed<String>, Placed<String>> added,
    List<Placed<String>> drain,
    List<Placed<String>> restart,
    Optional<Span> span) {
  public static final UpgradeSpec NONE =
      new UpgradeSpec(List.of(), List.of(), Map.of(), List.of(), List.of(), Optional.empty());

  public UpgradeSpec {
    accept = List.copyOf(accept);
    moved = List.copyOf(moved);
    added = Map.copyOf(added);
    drain = List.copyOf(drain);
    restart = List.copyOf(restart);
  }

  /** The same with more changes accepted. */
  public UpgradeSpec accepting(List<String> changes) {
    List<Placed<String>> all = new ArrayList<>(accept);
    changes.forEach(id -> all.add(new Placed<>(id, Span.ofFile("--accept"))));
    return new UpgradeSpec(all, moved, added, drain, restart, span);
  }

  /** The ids of the changes that are accepted. */
  public List<String> accepted() {
    return accept.stream().map(Placed::value).toList();
  }

  /** A renamed thing. */
  public record Move(Placed<String> from, Placed<String> to) {}
}
