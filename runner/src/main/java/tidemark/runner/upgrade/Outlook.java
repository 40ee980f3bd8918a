package tidemark.runner.upgrade;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tidemark.runner.compat.StoreOwners;
import tidemark.runner.compat.Upgrade;
import tidemark.runner.compat.Upgrade.SourceUpgrade;
import tidemark.runner.compat.Upgrade.StepUpgrade;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StoreLayout;
import tidemark.statestore.StateRef;

/**
 * What an upgrade does to each step and source, with what is stored of it. Reads no row: the sizes
 * are those that the last commit counts.
 *
 * @param parts steps first, each with its node id
 */
public record Outlook(List<Part> parts) {
  public Outlook {
    parts = List.copyOf(parts);
  }

  /**
   * One step or source.
   *
   * @param subject {@code steps.x} or {@code sources.x}
   * @param effect one word: goes on, is brought over, drains, starts, restarts or is dropped
   * @param detail what that means for its rows
   * @param rows stored of it now
   * @param bytes of their keys and values
   */
  public record Part(String subject, Effect effect, String detail, long rows, long bytes) {}

  /** What becomes of what is stored. */
  public enum Effect {
    GOES_ON("goes on"),
    MIGRATES("migrates"),
    DRAINS("drains"),
    STARTS("starts"),
    RESTARTS("restarts"),
    IS_DROPPED("is dropped");

    private final String words;

    Effect(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  /** The outlook of an upgrade on a state. */
  public static Outlook of(Upgrade upgrade, StateRef state) {
    Sizes sizes = new Sizes(state, upgrade);
    List<Part> parts = new ArrayList<>();
    upgrade.steps().forEach(step -> parts.add(step(step, upgrade, sizes)));
    upgrade.sources().forEach(source -> parts.add(source(source, upgrade, sizes)));
    return new Outlook(parts);
  }

  private static Part step(StepUpgrade step, Upgrade upgrade, Sizes sizes) {
    if (step instanceof StepUpgrade.Kept kept) {
      return sizes.part(
          kept.step(),
          Effect.GOES_ON,
          renamed(kept.step(), kept.from()),
          owner(upgrade, kept.from()));
    }
    if (step instanceof StepUpgrade.Relaid relaid) {
      return sizes.part(
          relaid.step(),
          Effect.MIGRATES,
          "rows are brought to layout "
              + layout(upgrade, relaid.step())
              + " as they are read"
              + renamed(relaid.step(), relaid.from()),
          owner(upgrade, relaid.from()));
    }
    if (step instanceof StepUpgrade.Drained drained) {
      return sizes.part(
          drained.step(),
          Effect.DRAINS,
          "rows close under the old definition; new ones start beside them",
          owner(upgrade, drained.from()));
    }
    if (step instanceof StepUpgrade.Dropped dropped) {
      return sizes.part(
          dropped.from(),
          Effect.IS_DROPPED,
          "with the first commit; earlier batches keep it",
          owner(upgrade, dropped.from()));
    }
    StepUpgrade.New fresh = (StepUpgrade.New) step;
    return new Part(fresh.step(), Effect.STARTS, "empty", 0, 0);
  }

  private static String renamed(String now, String before) {
    return now.equals(before) ? "" : " under its new name; it was " + before;
  }

  private static String owner(Upgrade upgrade, String step) {
    return upgrade.before().node(step).map(NodeLayout::storeOwner).orElse(step);
  }

  private static int layout(Upgrade upgrade, String step) {
    return upgrade.after().node(step).flatMap(NodeLayout::state).stream()
        .flatMap(state -> state.stores().stream())
        .mapToInt(StoreLayout::layout)
        .max()
        .orElse(1);
  }

  private static Part source(SourceUpgrade source, Upgrade upgrade, Sizes sizes) {
    if (source instanceof SourceUpgrade.Kept kept) {
      return sizes.part(
          "sources." + kept.source(),
          Effect.GOES_ON,
          "behind what was read" + renamed(kept.source(), kept.from()),
          progress(upgrade, kept.from()));
    }
    if (source instanceof SourceUpgrade.Restarted restarted) {
      return sizes.part(
          "sources." + restarted.source(),
          Effect.RESTARTS,
          "it is read from its start",
          progress(upgrade, restarted.from()));
    }
    if (source instanceof SourceUpgrade.Dropped dropped) {
      return sizes.part(
          "sources." + dropped.from(),
          Effect.IS_DROPPED,
          "nothing more is read",
          progress(upgrade, dropped.from()));
    }
    SourceUpgrade.New fresh = (SourceUpgrade.New) source;
    return new Part("sources." + fresh.source(), Effect.STARTS, "it is read from its start", 0, 0);
  }

  private static String progress(Upgrade upgrade, String source) {
    return upgrade.before().sources().get(source).progressOwner();
  }

  /** What is stored under each owner. */
  private static final class Sizes {
    private final Map<String, Long> rows = new HashMap<>();
    private final Map<String, Long> bytes = new HashMap<>();

    Sizes(StateRef state, Upgrade upgrade) {
      Map<String, List<String>> owners = StoreOwners.of(upgrade.before());
      for (StateRef.Size size : state.stores()) {
        String owner = size.id().owner();
        List<String> stores = owners.getOrDefault(owner, List.of());
        boolean holdsRows = stores.isEmpty() || stores.get(0).equals(size.id().name());
        rows.merge(owner, holdsRows ? size.rows() : 0, Long::sum);
        bytes.merge(owner, size.bytes(), Long::sum);
      }
    }

    Part part(String subject, Effect effect, String detail, String owner) {
      return new Part(
          subject,
          effect,
          detail.strip(),
          rows.getOrDefault(owner, 0L),
          bytes.getOrDefault(owner, 0L));
    }
  }
}
