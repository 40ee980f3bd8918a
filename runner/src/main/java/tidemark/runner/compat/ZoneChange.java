package tidemark.runner.compat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;

/**
 * The pipeline's time zone. What is stored and was computed in the old one cannot go on; where only
 * rows that come are chosen, or their times read, in the new one, results shift.
 */
final class ZoneChange {
  private static final String NORMALIZED_UTC = "Z";

  private final Plans plans;
  private final Dependents computed;

  private ZoneChange(Plans plans) {
    this.plans = plans;
    this.computed = Dependents.of(plans.after(), Map.of(), StateField::dependsOnZone);
  }

  static void find(Plans plans) {
    if (!plans.before().zone().equals(plans.after().zone())) {
      new ZoneChange(plans).judge();
    }
  }

  private void judge() {
    Findings found = plans.found();
    String was = word(plans.before().zone());
    String is = word(plans.after().zone());
    Findings.Draft draft = found.of("time_zone", "", "`time_zone` was " + was + ", is " + is);
    List<String> stored = kept().filter(this::keeps).map(NodeLayout::id).toList();
    List<String> steered = kept().filter(this::isSteered).map(NodeLayout::id).toList();
    List<String> read = plans.kept().stream().filter(ZonedColumns.below(plans)::contains).toList();
    if (!stored.isEmpty()) {
      draft.refused(
          "what " + Lines.quoted(stored) + " keeps was grouped or computed in the old zone",
          "keep the zone",
          "give " + Lines.quoted(stored) + " a new id, so that it starts empty");
    } else if (!steered.isEmpty()) {
      draft.shifts(
          "other rows reach " + Lines.quoted(steered) + " from " + found.fromBatch() + " on");
    } else if (!read.isEmpty()) {
      draft.shifts(
          "texts of times that name no zone are read in the new one from "
              + found.fromBatch()
              + " on, and "
              + Lines.quoted(read)
              + " goes on with what was read in the old one",
          "if all texts name their zone, nothing shifts");
    } else {
      draft.safe("no stored value depends on the zone");
    }
  }

  private static String word(String zone) {
    return zone.equals(NORMALIZED_UTC) ? "UTC" : zone;
  }

  private Stream<NodeLayout> kept() {
    return plans.kept().stream().map(id -> plans.after().nodes().get(id));
  }

  private boolean keeps(NodeLayout step) {
    return step.state().orElseThrow().fields().stream()
        .flatMap(field -> field.meaning().stream())
        .anyMatch(text -> StateField.dependsOnZone(text) || computed.isIn(text, step));
  }

  private boolean isSteered(NodeLayout step) {
    Stream<String> chosen =
        step.reads().stream()
            .flatMap(reading -> reading.branches().stream())
            .flatMap(b -> Stream.concat(b.where().stream(), b.values().values().stream()));
    Stream<String> own =
        Stream.concat(
            step.texts().values().stream(), step.lists().values().stream().flatMap(List::stream));
    return computed.steps().contains(step.id())
        || Stream.concat(chosen, own).anyMatch(StateField::dependsOnZone);
  }
}
