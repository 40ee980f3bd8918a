package tidemark.runner.inspect;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.SinkLayout;
import tidemark.statestore.StateFailure;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.Rollback;

/** What a rollback does, and what the next run will meet in the sinks, for people. */
public final class RollbackText {
  private RollbackText() {}

  /**
   * The page.
   *
   * @param sinks as the newest plan describes them; to be read before the rollback
   * @param done whether it has happened
   */
  public static String of(Rollback rollback, Map<String, SinkLayout> sinks, boolean done) {
    StringBuilder page = new StringBuilder();
    String verb = done ? "went" : "would go";
    page.append("the checkpoint ").append(verb).append(" back to batch ");
    page.append(rollback.toBatch()).append(", plan generation ");
    page.append(rollback.planGeneration()).append('\n');
    if (!rollback.unreachable().isEmpty()) {
      page.append("forgotten before it, behind a damaged entry: batch ");
      page.append(span(rollback.unreachable())).append('\n');
    }
    if (rollback.undone().isEmpty()) {
      return page.append("nothing was done after it\n").toString();
    }
    page.append(done ? "forgotten: batch " : "to be forgotten: batch ");
    page.append(span(rollback.undone()));
    rollback.droppedPlans().forEach(plan -> page.append(", plan generation ").append(plan));
    page.append("\n\n");
    rollback
        .delivered()
        .forEach((sink, batches) -> page.append(sink(sink, batches, sinks.get(sink))));
    page.append(
        """
        The next run plans the batches after %d anew. It stops with TM607 before it would write one
        that a sink has already: its rows may be others, and readers may have seen the old ones.
        """
            .formatted(rollback.toBatch()));
    return page.toString();
  }

  private static String sink(String id, List<Long> batches, @Nullable SinkLayout sink) {
    StringBuilder text = new StringBuilder("sink `").append(id).append('`');
    boolean file = sink != null && sink.connector().equals("file");
    if (sink != null) {
      text.append(" (").append(sink.connector());
      sink.target().values().forEach(value -> text.append(' ').append(value));
      text.append(')');
    }
    text.append(" was given batch ").append(span(batches)).append('\n');
    text.append(
        file ? fileWayOut(batches) : "  take these batches out of it before the next run\n");
    return text.append('\n').toString();
  }

  /** Names of a file sink: one part a batch and partition, and a manifest that commits them. */
  private static String fileWayOut(List<Long> batches) {
    StringBuilder text =
        new StringBuilder("  to take them back, move away, the newest batch first:\n");
    for (int i = batches.size() - 1; i >= 0; i--) {
      String name = String.format("%09d", batches.get(i));
      text.append("    _tidemark/manifests/%s.json and then part-%s-*\n".formatted(name, name));
    }
    return text.append(
            "  a batch without rows has neither; a result that is replaced as a whole (`result.*`)"
                + " cannot be taken back\n")
        .toString();
  }

  private static String span(List<Long> batches) {
    long first = batches.get(0);
    long last = batches.get(batches.size() - 1);
    return first == last ? Long.toString(first) : first + " to " + last;
  }

  /** The sinks of the newest plan that can be read. */
  public static Map<String, SinkLayout> sinks(CheckpointView view) {
    for (int plan = view.plans().latestGeneration(); plan > 0; plan--) {
      try {
        return view.plans().read(plan).flatMap(Layout::find).map(Layout::sinks).orElse(Map.of());
      } catch (StateFailure damaged) {
        // An older plan will do.
      }
    }
    return Map.of();
  }
}
