package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tidemark.operators.types.Field;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.SourceLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.Widening;

/** The columns of a source: new, gone, or of another type. */
final class SourceColumns {
  private final Plans plans;
  private final Findings found;

  SourceColumns(Plans plans) {
    this.plans = plans;
    this.found = plans.found();
  }

  void compare(SourceLayout old, SourceLayout now) {
    Map<String, Field> before = byName(old.columns());
    Map<String, Field> after = byName(now.columns());
    after.forEach(
        (name, field) -> {
          if (!before.containsKey(name)) {
            found
                .of(
                    SourceChanges.path(now) + "." + name,
                    "added",
                    "the column `" + name + "` is new")
                .safe("it is read from " + found.fromBatch() + " on");
          } else if (!before.get(name).equals(field)) {
            retyped(SourceChanges.path(now), before.get(name), field);
          }
        });
    before.forEach(
        (name, field) -> {
          if (!after.containsKey(name)) {
            found
                .of(
                    SourceChanges.path(now) + "." + name,
                    "removed",
                    "the column `" + name + "` is gone")
                .at(SourceChanges.path(now))
                .safe("nothing reads it any more");
          }
        });
  }

  private void retyped(String source, Field old, Field now) {
    String was = old.type().ddl() + (old.nullable() ? "" : " not null");
    String is = now.type().ddl() + (now.nullable() ? "" : " not null");
    String text = "the column `" + now.name() + "` was " + was + ", is " + is;
    Findings.Draft draft = found.of(source + "." + now.name(), "type", text);
    List<String> users = users(source, now.name());
    List<Retyped> kept = kept(users);
    if (users.isEmpty() || old.type().equals(now.type())) {
      draft.safe(
          users.isEmpty() ? "no stored value depends on it" : "stored values stay as they are");
    } else if (Widening.keepsValues(old.type(), now.type())) {
      draft.migrates("the new type holds every value of the old one");
    } else if (proven(kept)) {
      draft.migrates("every stored value that depends on it is one of the new type");
    } else {
      draft.refused(
          kept.isEmpty()
              ? "what " + Lines.quoted(users) + " keeps came about from values of the old type"
              : "values that " + Lines.quoted(users) + " keeps may not be of the new type",
          ScanOffer.before(
              List.of("keep the type, and cast where the column is used"),
              ScanOffer.ways(plans, canBeProven(kept), "all stored values fit")
                  .toArray(String[]::new)));
    }
  }

  private List<String> users(String source, String column) {
    List<String> steps =
        new ArrayList<>(Dependents.of(plans.after(), Map.of(source, Set.of(column))).steps());
    steps.retainAll(plans.kept());
    return steps;
  }

  /** A field that is stored with another type than it has now. */
  private record Retyped(NodeLayout old, StateField was, StateField is) {}

  private List<Retyped> kept(List<String> users) {
    List<Retyped> all = new ArrayList<>();
    for (String step : users) {
      NodeLayout old = plans.before().nodes().get(step);
      NodeLayout now = plans.after().nodes().get(step);
      for (StateField field : now.state().orElseThrow().fields()) {
        old.state().orElseThrow().fields().stream()
            .filter(f -> f.name().equals(field.name()))
            .filter(f -> f.expression().equals(field.expression()))
            .findFirst()
            .filter(f -> !f.type().equals(field.type()))
            .ifPresent(f -> all.add(new Retyped(old, f, field)));
      }
    }
    return all;
  }

  private boolean proven(List<Retyped> kept) {
    return !kept.isEmpty()
        && kept.stream()
            .allMatch(
                k ->
                    plans
                        .request()
                        .facts()
                        .fits(plans.renaming().was(k.old().id()), k.was().id(), k.is().type()));
  }

  private static boolean canBeProven(List<Retyped> kept) {
    return !kept.isEmpty()
        && kept.stream().allMatch(k -> ScanOffer.showsTypes(k.old(), k.was(), k.is().type()));
  }

  private Map<String, Field> byName(List<Field> fields) {
    Map<String, Field> all = new LinkedHashMap<>();
    fields.forEach(f -> all.put(f.name(), f));
    return all;
  }
}
