package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tidemark.runner.compat.Upgrade.SourceUpgrade;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.Layout.WatermarkChoice;
import tidemark.runner.layout.SourceLayout;

/**
 * Sources that are new, gone, read something else, or have other columns. One that is declared, but
 * whose rows reach no sink, is not read, and so as good as not there.
 */
final class SourceChanges {
  private final Plans plans;
  private final Findings found;
  private final Targets targets;
  private final Map<String, SourceLayout> before;
  private final Map<String, SourceLayout> after;
  private final List<SourceUpgrade> upgrades = new ArrayList<>();

  private SourceChanges(Plans plans) {
    this.plans = plans;
    this.found = plans.found();
    this.targets = new Targets(plans.request());
    this.before = read(plans.before());
    this.after = read(plans.after());
  }

  static List<SourceUpgrade> of(Plans plans) {
    return new SourceChanges(plans).all();
  }

  private List<SourceUpgrade> all() {
    Set<String> renamed = new HashSet<>();
    after.forEach(
        (id, source) -> {
          if (before.containsKey(id)) {
            both(before.get(id), source);
          } else {
            added(source, renamed);
          }
        });
    before.forEach(
        (id, source) -> {
          if (!after.containsKey(id) && !renamed.contains(id)) {
            removed(source);
          }
        });
    return upgrades;
  }

  private static Map<String, SourceLayout> read(Layout layout) {
    Map<String, SourceLayout> read = new TreeMap<>(layout.sources());
    read.values().removeIf(source -> !layout.nodes().containsKey(path(source)));
    return read;
  }

  private void added(SourceLayout source, Set<String> renamed) {
    String subject = path(source);
    Optional<SourceLayout> twin =
        before.values().stream()
            .filter(old -> !after.containsKey(old.id()))
            .filter(old -> readsTheSame(old, source))
            .findFirst();
    upgrades.add(new SourceUpgrade.New(source.id()));
    if (twin.isPresent()) {
      renamed.add(twin.get().id());
      String old = plans.renaming().was(path(twin.get()));
      found
          .of(subject, "renamed", "`" + old + "` is gone, and `" + subject + "` reads the same")
          .was(old)
          .refused(
              "under a new id the source would be read from its start again",
              "say that it is the same: `" + Lines.moved(old, subject) + "`");
      return;
    }
    boolean declared = plans.before().sources().containsKey(source.id());
    Findings.Draft draft =
        found.of(
            subject,
            "added",
            "the source `" + source.id() + (declared ? "` was not read before" : "` is new"));
    if (plans.isTable(subject)) {
      draft.safe("it is a table that is read whole at the start of a run");
    } else if (holdsWatermarkBack(subject)) {
      draft.shifts(
          "it is read from its start, and windows wait for it: the watermark is the smallest of"
              + " all sources' and stays where it is until this source has passed it; rows behind"
              + " it are late",
          "let the largest decide: `watermark_policy: max`");
    } else {
      draft.safe("it is read from its start in " + found.fromBatch() + watermarkNote(subject));
    }
  }

  private String watermarkNote(String subject) {
    return hasWatermark(subject)
        ? "; the watermark is the largest of all sources', so it waits for none"
        : "";
  }

  private boolean holdsWatermarkBack(String subject) {
    boolean others =
        plans.before().nodes().values().stream().anyMatch(n -> n.operator().equals("watermark"));
    return others && hasWatermark(subject) && plans.after().watermarks() == WatermarkChoice.MIN;
  }

  private boolean hasWatermark(String subject) {
    return plans.after().nodes().values().stream()
        .filter(n -> n.operator().equals("watermark"))
        .anyMatch(n -> Plans.above(plans.after(), n.id()).contains(subject));
  }

  private void removed(SourceLayout source) {
    upgrades.add(new SourceUpgrade.Dropped(old(source)));
    if (plans.isTable(path(source))) {
      found
          .of(path(source), "removed", "the table " + gone(source))
          .safe("nothing of it is stored");
      return;
    }
    found
        .of(path(source), "removed", "the source " + gone(source))
        .shifts(
            "its rows are missing in results from "
                + found.fromBatch()
                + " on; what was counted of them stays",
            "keep the source");
  }

  private String gone(SourceLayout source) {
    boolean declared = plans.after().sources().containsKey(source.id());
    return "`" + source.id() + (declared ? "` no longer reaches a sink" : "` is gone");
  }

  private void both(SourceLayout old, SourceLayout now) {
    String subject = path(now);
    if (!old.connector().equals(now.connector())) {
      replaced(old, now, "connector", "`" + old.connector() + "` became `" + now.connector() + "`");
      return;
    }
    List<String> differences = targets.differences(old.target(), now.target());
    if (!differences.isEmpty()) {
      replaced(old, now, "target", String.join("; ", differences));
    } else {
      upgrades.add(new SourceUpgrade.Kept(now.id(), old(old)));
      reportMove(now);
    }
    new WatermarkPace(plans).compare(old, now);
    List<String> reading =
        new ArrayList<>(
            targets.differences(
                WatermarkPace.withoutIt(old.reading()), WatermarkPace.withoutIt(now.reading())));
    ColumnPlaces.moved(old, now).ifPresent(reading::add);
    if (!reading.isEmpty()) {
      Findings.Draft draft = found.of(subject, "reading", String.join("; ", reading));
      List<String> steps = plans.keptBelow(subject);
      if (steps.isEmpty()) {
        draft.safe("records are read that way from " + found.fromBatch() + " on");
      } else {
        draft.shifts(
            "records may become other rows from "
                + found.fromBatch()
                + " on, and "
                + Lines.quoted(steps)
                + " goes on with what was counted before");
      }
    }
    new SourceColumns(plans).compare(old, now);
  }

  private void reportMove(SourceLayout now) {
    String was = plans.renaming().was(path(now));
    if (!was.equals(path(now))) {
      found
          .of(path(now), "moved", "`" + was + "` is called `" + path(now) + "` now")
          .same("`upgrade.moved` says that it is the same source; it goes on where it was");
    }
  }

  /** Another system, place or format under a known id. */
  private void replaced(SourceLayout old, SourceLayout now, String aspect, String change) {
    String subject = path(now);
    String was = plans.renaming().was(subject);
    Findings.Draft draft = found.of(subject, aspect, change);
    if (plans.isRestarted(subject)) {
      upgrades.add(new SourceUpgrade.Restarted(now.id(), old(old)));
      draft.shifts("it is read from its start, and what was counted of the old one stays");
      return;
    }
    upgrades.add(new SourceUpgrade.Kept(now.id(), old(old)));
    if (plans.isTable(subject)) {
      otherTable(draft, subject);
      return;
    }
    if (plans.renaming().maps(was) && aspect.equals("target")) {
      draft.safe("`upgrade.moved` says that it holds the same data; offsets carry over");
      return;
    }
    List<String> ways = new ArrayList<>();
    twin(now).ifPresent(t -> ways.add("it is `" + t + "`: `" + Lines.moved(t, subject) + "`"));
    if (aspect.equals("target")) {
      ways.add("if it holds the same data: `" + Lines.moved(was, subject) + "`");
    }
    ways.add("read it from its start: `" + Lines.restart(now.id()) + "`");
    draft.refused(
        "what was read so far is noted for the old one and says nothing about the new",
        ways.toArray(String[]::new));
  }

  private void otherTable(Findings.Draft draft, String subject) {
    List<String> steps = plans.keptBelow(subject);
    if (steps.isEmpty()) {
      draft.safe("the other table is read from " + found.fromBatch() + " on");
    } else {
      draft.shifts(
          Lines.quoted(steps)
              + " goes on with what was looked up in the old table, and looks up in the other from "
              + found.fromBatch()
              + " on");
    }
  }

  /** The old path of another source that read what this one reads now. */
  private Optional<String> twin(SourceLayout now) {
    return before.values().stream()
        .filter(old -> !old.id().equals(now.id()) && readsTheSame(old, now))
        .map(old -> plans.renaming().was(path(old)))
        .findFirst();
  }

  private boolean readsTheSame(SourceLayout old, SourceLayout now) {
    return old.connector().equals(now.connector())
        && targets.differences(old.target(), now.target()).isEmpty();
  }

  private String old(SourceLayout renamed) {
    return plans.renaming().was(path(renamed)).substring("sources.".length());
  }

  static String path(SourceLayout source) {
    return "sources." + source.id();
  }
}
