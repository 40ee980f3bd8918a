package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StateField.Initial;
import tidemark.runner.layout.Widening;

/** What changed in an aggregation: window, keys, results. */
final class AggregateChanges {
  private final Plans plans;
  private final NodeLayout node;
  private final NodeLayout old;
  private final Inputs inputs;
  private final Drain drain;
  private final StateMatch match = new StateMatch();
  private final Calls before;
  private final Calls after;
  private final Map<String, String> stored = new HashMap<>();
  private final Set<String> retyped = new HashSet<>();

  private AggregateChanges(
      Plans plans, NodeLayout old, NodeLayout now, Inputs inputs, Drain drain) {
    this.plans = plans;
    this.node = now;
    this.old = old;
    this.inputs = inputs;
    this.drain = drain;
    this.before = Calls.of(old);
    this.after = Calls.of(now);
  }

  static StateMatch of(Plans plans, NodeLayout old, NodeLayout now, Inputs inputs, Drain drain) {
    AggregateChanges changes = new AggregateChanges(plans, old, now, inputs, drain);
    changes.compare();
    return changes.match;
  }

  private void compare() {
    window();
    KeyChanges keys = new KeyChanges(plans, old, node, inputs, drain, match, "group key");
    Map<String, String> renamed = new HashMap<>(keys.compare());
    if (old.text("window").isPresent() == node.text("window").isPresent()) {
      keys.checkRowKeys(old);
    }
    matchCalls();
    Results results = new Results(renamed);
    results.compare();
    renamed.putAll(results.renamed);
    if (!renamed.isEmpty()) {
      plans.renamedColumns().computeIfAbsent(node.id(), id -> new HashMap<>()).putAll(renamed);
    }
  }

  private void window() {
    Optional<String> was = old.text("window");
    Optional<String> is = node.text("window");
    if (!was.equals(is)) {
      String change =
          "the window was "
              + was.map(w -> "`" + w + "`").orElse("not there")
              + ", is "
              + is.map(w -> "`" + w + "`").orElse("gone");
      drain.refuse(
          at("window", change), "what is stored was cut otherwise, and cannot be cut anew");
      return;
    }
    for (StateField field : windowFields(node)) {
      Optional<StateField> partner =
          windowFields(old).stream().filter(f -> f.name().equals(field.name())).findFirst();
      if (partner.isPresent()) {
        match.put(field, partner.get());
        windowTime(partner.get(), field);
      }
    }
  }

  private void windowTime(StateField was, StateField is) {
    if (inputs.meanTheSame(was, is)) {
      return;
    }
    if (was.expression().equals(is.expression())) {
      inputs.computedOtherwise(was, is);
    } else if (was.name().equals("window_end")) {
      drain.refuse(
          at("window", "the `" + was.expression() + "` became the `" + is.expression() + "`"),
          "what is stored was cut by another time");
    }
  }

  private static List<StateField> windowFields(NodeLayout node) {
    return node.state().orElseThrow().stores().get(0).key().stream()
        .filter(Calls::isWindow)
        .collect(() -> new ArrayList<>(valueWindows(node)), ArrayList::add, ArrayList::addAll);
  }

  private static List<StateField> valueWindows(NodeLayout node) {
    return node.state().orElseThrow().stores().get(0).value().stream()
        .filter(Calls::isWindow)
        .toList();
  }

  private Findings.Draft at(String aspect, String change) {
    return plans
        .found()
        .of(node.id(), aspect, change)
        .at(node.id() + "." + aspect)
        .was(plans.renaming().was(node.id()) + "." + aspect);
  }

  private void matchCalls() {
    Set<String> left = new HashSet<>(before.texts());
    pairCalls(left, (o, n) -> o.equals(n) && meanTheSame(o, n));
    pairCalls(left, this::meanTheSame);
    pairCalls(left, String::equals);
  }

  private boolean meanTheSame(String was, String is) {
    return inputs.meanTheSame(before.fields(was).get(0), after.fields(is).get(0));
  }

  /** Which calls belong together. */
  private interface Rule {
    boolean holds(String old, String now);
  }

  private void pairCalls(Set<String> left, Rule rule) {
    for (String call : after.texts()) {
      if (!stored.containsKey(call)) {
        before.texts().stream()
            .filter(o -> left.contains(o) && !after.fields(call).isEmpty() && rule.holds(o, call))
            .findFirst()
            .ifPresent(
                partner -> {
                  left.remove(partner);
                  stored.put(call, partner);
                  matchFields(partner, call);
                });
      }
    }
  }

  private void matchFields(String was, String is) {
    if (!meanTheSame(was, is)) {
      inputs.computedOtherwise(before.fields(was).get(0), after.fields(is).get(0));
    }
    List<StateField> olds = before.fields(was);
    List<StateField> news = after.fields(is);
    for (StateField field : news) {
      olds.stream()
          .filter(o -> o.name().equals(field.name()) && !match.isTaken(o))
          .findFirst()
          .ifPresent(o -> match.put(field, o));
    }
    boolean sameTypes =
        olds.size() == news.size()
            && news.stream()
                .allMatch(f -> match.stored(f).filter(o -> o.type().equals(f.type())).isPresent());
    if (!sameTypes) {
      retyped.add(is);
    }
  }

  /** The result columns. */
  private final class Results {
    private final Map<String, String> renamed = new HashMap<>();
    private final Map<String, String> was = new HashMap<>();
    private final Map<String, String> is = new HashMap<>();

    Results(Map<String, String> keyNames) {
      Map<String, String> same = new HashMap<>();
      before.texts().forEach(c -> same.put(c, c));
      Map<String, String> moved = plans.renaming().columns(plans.renaming().was(node.id()));
      before
          .results()
          .forEach(
              (name, text) -> {
                String now = moved.getOrDefault(name, name);
                was.put(now, Tokens.rename(before.with(text, same), keyNames));
                if (!now.equals(name)) {
                  reportMoved(name, now);
                }
              });
      after.results().forEach((name, text) -> is.put(name, after.with(text, stored)));
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

    void compare() {
      List<String> fresh = new ArrayList<>();
      for (String name : after.results().keySet()) {
        if (!was.containsKey(name)) {
          fresh.add(name);
        } else if (!was.get(name).equals(is.get(name))) {
          changed(name);
        } else {
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
    }

    private boolean renamed(String name, List<String> gone) {
      Optional<String> old = gone.stream().filter(g -> was.get(g).equals(is.get(name))).findFirst();
      if (old.isEmpty()) {
        return false;
      }
      gone.remove(old.get());
      renamed.put(old.get(), name);
      result(name, "renamed", "`" + old.get() + "` is called `" + name + "` now")
          .same("it is matched by what it computes; " + sees());
      types(name);
      return true;
    }

    private void changed(String name) {
      List<String> calls = after.in(after.results().get(name));
      String text =
          "`" + name + "` was `" + oldText(name) + "`, is `" + after.results().get(name) + "`";
      Findings.Draft draft = result(name, "expression", text);
      if (stored.keySet().containsAll(calls)) {
        draft.shifts(
            "it is computed from what is stored, over all rows of the group, but stands for"
                + " something else from "
                + plans.found().fromBatch()
                + " on",
            "give it a new name beside the old one");
        types(name);
        return;
      }
      drain.refuse(
          draft,
          "what is stored does not hold what the new expression needs",
          "give it a new name beside the old one");
    }

    private String oldText(String now) {
      return before.results().entrySet().stream()
          .filter(e -> e.getKey().equals(now) || now.equals(renamed.get(e.getKey())))
          .map(Map.Entry::getValue)
          .findFirst()
          .orElse("");
    }

    private void added(String name) {
      List<String> calls = after.in(after.results().get(name));
      List<String> fresh = calls.stream().filter(c -> !stored.containsKey(c)).toList();
      Findings.Draft draft =
          result(name, "added", "`" + name + " = " + after.results().get(name) + "` is new");
      if (fresh.isEmpty()) {
        draft.safe("it is computed from what is stored, over all rows of the group");
        types(name);
        return;
      }
      boolean exact = true;
      for (String call : fresh) {
        exact &= Averages.copy(before, after.fields(call), match, inputs);
      }
      if (exact) {
        draft.migrates("it is computed from the sum and the count that are stored, exactly");
        return;
      }
      start(name, fresh, draft);
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
        if (retyped.contains(call)) {
          new RetypedCall(name, call).report();
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

  /** A call that is stored with other types. */
  private final class RetypedCall {
    private final String name;
    private final List<StateField> olds;
    private final List<StateField> news;

    RetypedCall(String name, String call) {
      this.name = name;
      this.olds = before.fields(java.util.Objects.requireNonNull(stored.get(call)));
      this.news = after.fields(call);
    }

    void report() {
      Findings.Draft draft =
          plans
              .found()
              .of(
                  node.id() + "." + name,
                  "type",
                  "what is stored of `"
                      + name
                      + "` was "
                      + Lines.quoted(types(olds))
                      + ", is "
                      + Lines.quoted(types(news)))
              .was(plans.renaming().was(node.id()));
      boolean sameFields = olds.size() == news.size() && news.stream().allMatch(this::isStored);
      if (sameFields
          && news.stream().allMatch(f -> Widening.keepsValues(old(f).type(), f.type()))) {
        draft.migrates(
            "the new type holds every value of the old one; rows change as they are read");
      } else if (sameFields && news.stream().allMatch(this::fits)) {
        draft.migrates("every stored value is one of the new type");
      } else {
        drain.refuse(
            draft,
            "stored values may not be of the new type",
            "if all stored values fit, `--scan-state` proves it",
            "give it a new name beside the old one");
      }
    }

    private List<String> types(List<StateField> fields) {
      return fields.stream().map(f -> f.name() + ": " + f.type().ddl()).toList();
    }

    private boolean isStored(StateField field) {
      return match.stored(field).isPresent();
    }

    private StateField old(StateField field) {
      return match.stored(field).orElseThrow();
    }

    private boolean fits(StateField field) {
      StateField was = old(field);
      return Widening.keepsValues(was.type(), field.type())
          || plans.request().facts().fits(plans.renaming().was(node.id()), was.id(), field.type());
    }
  }
}
