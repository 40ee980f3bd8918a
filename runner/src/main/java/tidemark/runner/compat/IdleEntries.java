package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.runner.compat.Upgrade.SourceUpgrade;
import tidemark.runner.compat.Upgrade.StepUpgrade;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.UpgradeSpec;

/**
 * Entries of {@code upgrade} that do nothing: misspelt, or done already. One that stays in the file
 * would silently let the same change through once more.
 */
public final class IdleEntries {
  private final CheckRequest request;
  private final Comparison comparison;
  private final List<Diagnostic> found = new ArrayList<>();

  private IdleEntries(CheckRequest request, Comparison comparison) {
    this.request = request;
    this.comparison = comparison;
  }

  /** The warnings, in the order of the file's keys. */
  public static List<Diagnostic> of(CheckRequest request, Comparison comparison) {
    IdleEntries entries = new IdleEntries(request, comparison);
    entries.find();
    return List.copyOf(entries.found);
  }

  private void find() {
    UpgradeSpec upgrade = request.upgrade();
    List<String> ids = comparison.changes().stream().map(Change::id).toList();
    for (Placed<String> id : upgrade.accept()) {
      if (!ids.contains(id.value()) && id.span().line() > 0) {
        idle(id, "no change has the id `" + id.value() + "`");
      }
    }
    for (UpgradeSpec.Move move : upgrade.moved()) {
      moved(move);
    }
    upgrade
        .added()
        .forEach(
            (path, policy) -> {
              if (!ids.contains(path.value() + ".added")) {
                idle(path, "`" + path.value() + "` is not new");
              }
            });
    upgrade.drain().forEach(this::drained);
    upgrade.restart().forEach(this::restarted);
  }

  private void moved(UpgradeSpec.Move move) {
    String from = move.from().value();
    if (Renaming.isDone(move, request.before())) {
      idle(
          move.from(),
          "`%s` was renamed to `%s` already, which is done anew only after a batch without the entry"
              .formatted(from, move.to().value()));
      return;
    }
    boolean known =
        Renaming.exists(request.before(), from)
            || from.equals("pipeline." + request.before().pipeline())
            || from.lastIndexOf('.') > 0
                && isColumn(from.substring(0, from.lastIndexOf('.')), from);
    if (!known) {
      idle(move.from(), "what is stored has no `" + from + "`");
    }
  }

  private boolean isColumn(String node, String path) {
    String column = path.substring(node.length() + 1);
    return request
        .before()
        .node(node)
        .filter(n -> n.columns().stream().anyMatch(c -> c.name().equals(column)))
        .isPresent();
  }

  private void drained(Placed<String> step) {
    Optional<Upgrade> upgrade = comparison.upgrade();
    boolean used =
        upgrade.isEmpty()
            || upgrade.get().steps().stream()
                .anyMatch(
                    s -> s instanceof StepUpgrade.Drained drained && isNamed(step, drained.step()));
    if (!used) {
      idle(
          step,
          isDraining(step)
              ? "what `" + step.value() + "` kept before drains already, with or without the entry"
              : "nothing that `" + step.value() + "` keeps has to be drained");
    }
  }

  private boolean isDraining(Placed<String> step) {
    return request.before().stateful().stream()
        .anyMatch(node -> isNamed(step, node.id()) && !node.draining().isEmpty());
  }

  private void restarted(Placed<String> source) {
    Optional<Upgrade> upgrade = comparison.upgrade();
    boolean used =
        upgrade.isEmpty()
            || upgrade.get().sources().stream()
                .anyMatch(
                    s ->
                        s instanceof SourceUpgrade.Restarted restarted
                            && isNamed(source, "sources." + restarted.source()));
    if (!used) {
      idle(source, "`" + source.value() + "` reads what it read before, so it is not restarted");
    }
  }

  private static boolean isNamed(Placed<String> name, String path) {
    return path.equals(name.value()) || path.endsWith("." + name.value());
  }

  private void idle(Placed<String> entry, String message) {
    found.add(
        Diagnostic.warning(
            Code.TM513,
            entry.span(),
            message,
            "remove the entry once the change is done, so that it lets nothing else through"));
  }
}
