package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StateField.Initial;

/** The result columns of an aggregation: new, gone, renamed, computed otherwise, reordered. */
final class ResultChanges {
  private final ComparedStep step;
  private final Plans plans;
  private final NodeLayout node;
  private final StateMatch match;
  private final CallMatch calls;
  private final Calls before;
  private final Calls after;
  private final Map<String, String> renamed = new HashMap<>();
  private final Map<String, String> was = new HashMap<>();
  private final Map<String, String> is = new HashMap<>();
  private final Map<String, String> oldNames = new HashMap<>();
  private final Map<String, String> continued = new HashMap<>();

  /**
   * @param keyNames the old names of keys with their new ones
   */
  ResultChanges(ComparedStep step, CallMatch calls, Map<String, String> keyNames) {
    this.step = step;
    this.plans = step.plans();
    this.node = step.now();
    this.match = step.match();
    this.calls = calls;
    this.before = calls.before();
    this.after = calls.after();
    Map<String, String> moved = plans.renaming().columns(plans.renaming().was(node.id()));
    before
        .results()
        .forEach(
            (name, text) -> {
              String now = moved.getOrDefault(name, name);
              was.put(now, before.with(text, call -> "{" + call + "}", keyNames));
              oldNames.put(now, name);
              if (!now.equals(name)) {
                reportMoved(name, now);
              }
            });
    after.results().forEach((name, text) -> is.put(name, after.with(text, this::goesOn, Map.of())));
  }

  private String goesOn(String call) {
    return "{" + calls.stored(call).orElse("new " + call) + "}";
  }

  /** Names of results with those of the old ones that they go on with; once compared. */
  Map<String, String> continued() {
    return Collections.unmodifiableMap(continued);
  }

  private void reportMoved(String name, String now) {
    renamed.put(name, now);
    result(now, "renamed", "`" + name + "` is called `" + now + "` now")
        .same("`upgrade.moved` says that it is the same; " + sees());
  }

  private String sees() {
    return plans.sinksBelow(node.id()) + " sees the new name from " + plans.found().fromBatch();
  }

  private Findings.Draft result(String name, String aspect, String change) {
    return plans
        .found()
        .of(node.id() + "." + name, aspect, change)
        .was(plans.renaming().was(node.id()) + "." + name);
  }

  /** Compares; the old names of results with their new ones. */
  Map<String, String> compare() {
    List<String> fresh = new ArrayList<>();
    for (String name : after.results().keySet()) {
      if (!was.containsKey(name)) {
        fresh.add(name);
      } else if (!was.get(name).equals(is.get(name))) {
        changed(name);
      } else {
        continued.put(name, oldNames.get(name));
        types(name);
      }
    }
    List<String> gone =
        new ArrayList<>(
            was.keySet().stream().filter(n -> !after.results().containsKey(n)).sorted().toList());
    fresh.removeIf(name -> renamed(name, gone));
    fresh.forEach(this::added);
    gone.forEach(this::removed);
    reordered();
    return renamed;
  }

  private boolean renamed(String name, List<String> gone) {
    Optional<String> old = gone.stream().filter(g -> was.get(g).equals(is.get(name))).findFirst();
    if (old.isEmpty()) {
      return false;
    }
    gone.remove(old.get());
    renamed.put(old.get(), name);
    continued.put(name, oldNames.get(old.get()));
    result(name, "renamed", "`" + old.get() + "` is called `" + name + "` now")
        .same("it is matched by what it computes; " + sees());
    types(name);
    return true;
  }

  private void changed(String name) {
    List<String> needed = after.in(after.results().get(name));
    String text =
        "`" + name + "` was `" + oldText(name) + "`, is `" + after.results().get(name) + "`";
    Findings.Draft draft = result(name, "expression", text);
    if (calls.stored().keySet().containsAll(needed)) {
      draft.shifts(
          "it is computed from what is stored, over all rows of the group, but stands for"
              + " something else from "
              + plans.found().fromBatch()
              + " on",
          "give it a new name beside the old one");
      types(name);
      return;
    }
    continued.put(name, oldNames.get(name));
    step.drain()
        .refuse(
            draft,
            "what is stored does not hold what the new expression needs",
            "give it a new name beside the old one");
  }

  private String oldText(String now) {
    return before.results().get(oldNames.get(now));
  }

  private void added(String name) {
    List<String> needed = after.in(after.results().get(name));
    List<String> fresh = needed.stream().filter(c -> calls.stored(c).isEmpty()).toList();
    Findings.Draft draft =
        result(name, "added", "`" + name + " = " + after.results().get(name) + "` is new");
    if (fresh.isEmpty()) {
      stored(needed, draft);
      types(name);
      return;
    }
    boolean exact = true;
    for (String call : fresh) {
      exact &= Averages.copy(before, after.fields(call), match, step.inputs());
    }
    if (exact) {
      draft.migrates("it is computed from the sum and the count that are stored, exactly");
      return;
    }
    start(name, fresh, draft);
  }

  private void stored(List<String> needed, Findings.Draft draft) {
    String reason = "it is computed from what is stored, over all rows of the group";
    boolean everywhere =
        step.old().draining().stream()
            .allMatch(earlier -> HeldCalls.of(earlier, calls).keySet().containsAll(needed));
    if (everywhere) {
      draft.safe(reason);
    } else {
      draft.migrates(
          reason + "; groups that are still open under an earlier definition hold none of it");
    }
  }

  private void start(String name, List<String> fresh, Findings.Draft draft) {
    String path = node.id() + "." + name;
    String policy = Additions.policy(plans, path).orElse(Additions.FROM_NOW);
    boolean withheld = policy.equals(Additions.NULL_UNTIL_CLOSED);
    for (String call : fresh) {
      for (StateField field : after.fields(call)) {
        if (match.initial(field).isEmpty()) {
          match.start(field, new Initial.Neutral());
        }
        if (withheld) {
          match.withhold(field);
        }
      }
    }
    String other = withheld ? Additions.FROM_NOW : Additions.NULL_UNTIL_CLOSED;
    draft.migrates(
        withheld
            ? "it is null for groups that exist until they are closed, and exact for others"
            : "groups that exist are counted from " + plans.found().fromBatch() + " on",
        "the other way: `" + Additions.line(path, other) + "`");
  }

  private void removed(String name) {
    plans
        .found()
        .of(
            node.id() + "." + name,
            "removed",
            "`" + name + " = " + before.results().getOrDefault(name, "") + "` is gone")
        .at(node.id())
        .was(plans.renaming().was(node.id()))
        .migrates(
            "what is stored of it is dropped as rows are written; "
                + plans.sinksBelow(node.id())
                + " lacks the column from "
                + plans.found().fromBatch());
  }

  private void types(String name) {
    for (String call : after.in(after.results().get(name))) {
      if (calls.isRetyped(call)) {
        new RetypedCall(step, name, calls, call).report();
      }
    }
  }

  private void reordered() {
    List<String> order =
        before.results().keySet().stream().map(n -> renamed.getOrDefault(n, n)).toList();
    List<String> names = List.copyOf(after.results().keySet());
    if (Lists.isReordered(order, names)) {
      plans
          .found()
          .of(node.id(), "compute", "the results are in another order: " + Lines.quoted(names))
          .was(plans.renaming().was(node.id()))
          .same("they are matched by what they compute, not by position");
    }
  }
}
