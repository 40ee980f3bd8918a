package tidemark.runner.spec;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Span;

/** The part of a pipeline that one step needs, as a pipeline of its own. */
public final class Excerpt {
  private Excerpt() {}

  /**
   * The sources and steps above a step or source, and it, before one sink.
   *
   * @param sink the sink's id
   * @param connector the sink's connector, which needs no options
   */
  public static PipelineSpec above(
      PipelineSpec spec, String id, OutputMode mode, String sink, String connector) {
    Set<String> needed = needed(spec, id);
    Span place = spec.span();
    ConnectorSpec target =
        new ConnectorSpec(new Placed<>(connector, place), new Options(Map.of(), Map.of(), place));
    Placed<String> from = new Placed<>(id, place);
    return new PipelineSpec(
        spec.file(),
        spec.folder(),
        spec.name(),
        spec.description(),
        spec.vars(),
        spec.sources().stream().filter(source -> needed.contains(source.id().value())).toList(),
        spec.steps().stream().filter(step -> needed.contains(step.id().value())).toList(),
        spec.onError(),
        List.of(new SinkSpec(new Placed<>(sink, place), Optional.of(from), target, place)),
        spec.unread(),
        new Placed<>(mode, place),
        spec.trigger(),
        Optional.empty(),
        spec.timeZone(),
        spec.watermarkPolicy(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        spec.retainBatches(),
        Optional.empty(),
        UpgradeSpec.NONE,
        place);
  }

  /** The places of the ids of a step or source and of those above it. */
  public static List<Span> places(PipelineSpec spec, String id) {
    Set<String> needed = needed(spec, id);
    return Stream.concat(
            spec.sources().stream().map(SourceSpec::id), spec.steps().stream().map(StepSpec::id))
        .filter(defined -> needed.contains(defined.value()))
        .map(Placed::span)
        .toList();
  }

  private static Set<String> needed(PipelineSpec spec, String id) {
    Set<String> needed = new HashSet<>(Set.of(id));
    boolean more = true;
    while (more) {
      more = false;
      for (StepSpec step : spec.steps()) {
        if (needed.contains(step.id().value())) {
          for (Placed<String> input : step.inputs()) {
            more |= needed.add(input.value());
          }
        }
      }
    }
    return needed;
  }
}
