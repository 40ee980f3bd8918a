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
        The next run plans the batches after %d anew, when its sinks have given up what they were given
        since; a sink that it lacks does so in the next run that has it. Whoever has read a sink may have
        seen rows that have not happened any more.
        """
            .formatted(rollback.toBatch()));
    return page.toString();
  }

  private static String sink(String id, List<Long> batches, @Nullable SinkLayout sink) {
    StringBuilder text = new StringBuilder("sink `").append(id).append('`');
    if (sink != null) {
      text.append(" (").append(sink.connector());
      sink.target().values().forEach(value -> text.append(' ').append(value));
      text.append(')');
    }
    text.append(" was given batch ").append(span(batches)).append('\n');
    return text.append(whoTakesThemOut(sink)).append('\n').toString();
  }

  /** A plan does not say what kind of place late rows and dead letters go to. */
  private static String whoTakesThemOut(@Nullable SinkLayout sink) {
    String byHand =
        "take these batches out of it before the next run, which stops with TM607 where the"
            + " sink says that it has one\n";
    if (sink == null) {
      return "  the next run takes them out of a folder of files; of any other place, " + byHand;
    }
    return sink.connector().equals("file")
        ? "  the next run takes them out of it; a result that is replaced as a whole"
            + " (`result.*`) stays until then\n"
        : "  " + byHand;
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
