package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.SinkSpec;
import tidemark.runner.spec.SourceSpec;
import tidemark.runner.spec.StepSpec;

/**
 * The graph that {@code from} spans: which ids exist, what reads what, and the steps in an order in
 * which each comes after its inputs.
 */
final class Wiring {
  private final Diagnostics found;
  private final Map<String, Span> sources = new LinkedHashMap<>();
  private final Map<String, StepSpec> steps = new LinkedHashMap<>();
  private final Map<String, Span> sinks = new LinkedHashMap<>();
  private final Set<String> unread;
  private final List<StepSpec> ordered = new ArrayList<>();

  private Wiring(Set<String> unread, Diagnostics found) {
    this.unread = unread;
    this.found = found;
  }

  /** The graph of a pipeline; what does not fit is reported. */
  static Wiring of(PipelineSpec spec, Diagnostics found) {
    Wiring wiring = new Wiring(spec.unread(), found);
    wiring.collectIds(spec);
    spec.steps().forEach(s -> s.inputs().forEach(wiring::checkExists));
    spec.sinks().forEach(s -> s.from().ifPresent(wiring::checkExists));
    wiring.order();
    wiring.reportUnused(spec);
    return wiring;
  }

  /** The steps, inputs first; those in a cycle, or behind one, are left out. */
  List<StepSpec> orderedSteps() {
    return List.copyOf(ordered);
  }

  private void collectIds(PipelineSpec spec) {
    for (SourceSpec source : spec.sources()) {
      sources.put(source.id().value(), source.id().span());
    }
    for (StepSpec step : spec.steps()) {
      steps.put(step.id().value(), step);
    }
    for (SinkSpec sink : spec.sinks()) {
      sinks.put(sink.id().value(), sink.id().span());
    }
    if (sinks.isEmpty() && unread.isEmpty()) {
      found.error(
          Code.TM205,
          spec.span(),
          "the pipeline has no sink, so nothing would come out",
          "add `sinks:` with at least one sink");
    }
  }

  private void checkExists(Placed<String> from) {
    String id = from.value();
    if (sources.containsKey(id) || steps.containsKey(id) || unread.contains(id)) {
      return;
    }
    if (sinks.containsKey(id)) {
      found.error(
          Code.TM201,
          from.span(),
          "`" + id + "` is a sink, and nothing can be read from a sink",
          "read what the sink reads");
      return;
    }
    Set<String> known = new LinkedHashSet<>(sources.keySet());
    known.addAll(steps.keySet());
    known.addAll(unread);
    Optional<String> near = Nearest.of(id, known);
    found.error(
        Code.TM201,
        from.span(),
        "there is no source or step `" + id + "`",
        near.map(n -> "did you mean `" + n + "`?")
            .orElse(
                known.isEmpty()
                    ? "the pipeline has no source"
                    : "there are: " + String.join(", ", known)));
  }

  private void order() {
    Map<String, Boolean> done = new HashMap<>();
    for (StepSpec step : steps.values()) {
      visit(step, done, new ArrayList<>());
    }
  }

  /**
   * Adds the step behind its inputs; false if it hangs in a cycle.
   *
   * @param done what came of the steps that were visited
   */
  private boolean visit(StepSpec step, Map<String, Boolean> done, List<String> path) {
    String id = step.id().value();
    Boolean known = done.get(id);
    if (known != null) {
      return known;
    }
    int start = path.indexOf(id);
    if (start >= 0) {
      List<String> cycle = new ArrayList<>(path.subList(start, path.size()));
      cycle.add(id);
      found.error(
          Code.TM203,
          step.id().span(),
          "the step reads itself: " + String.join(" ← ", cycle),
          "let one of these steps read something else");
      return false;
    }
    path.add(id);
    boolean fine = true;
    for (Placed<String> input : step.inputs()) {
      StepSpec above = steps.get(input.value());
      fine &= above == null || visit(above, done, path);
    }
    path.remove(path.size() - 1);
    done.put(id, fine);
    if (fine) {
      ordered.add(step);
    }
    return fine;
  }

  private void reportUnused(PipelineSpec spec) {
    Set<String> read = new HashSet<>();
    spec.steps().forEach(s -> s.inputs().forEach(i -> read.add(i.value())));
    spec.sinks().forEach(s -> s.from().ifPresent(f -> read.add(f.value())));
    if (sinks.isEmpty() || !unread.isEmpty()) {
      return;
    }
    sources.forEach((id, span) -> reportUnused(read, id, span, "source"));
    steps.forEach((id, step) -> reportUnused(read, id, step.id().span(), "step"));
  }

  private void reportUnused(Set<String> read, String id, Span span, String kind) {
    if (!read.contains(id)) {
      found.warning(
          Code.TM204,
          span,
          "nothing reads the " + kind + " `" + id + "`, so it is not run",
          "let a step or sink have `from: " + id + "`, or remove it");
    }
  }
}
