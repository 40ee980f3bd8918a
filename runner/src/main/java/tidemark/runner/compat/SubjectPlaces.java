package tidemark.runner.compat;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.spec.KeyText;
import tidemark.runner.spec.NamedText;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.spec.StepSpec;

/** Where the subjects of changes stand in a pipeline file. */
public final class SubjectPlaces {
  private final Map<String, Span> places = new HashMap<>();

  private SubjectPlaces() {}

  /**
   * The places by subject: {@code pipeline}, {@code steps.traffic}, {@code steps.traffic.bytes},
   * {@code sources.access.bytes}, which may stand in a schema file.
   */
  public static Map<String, Span> of(PipelineSpec spec) {
    SubjectPlaces all = new SubjectPlaces();
    all.places.put("pipeline", spec.name().span());
    all.places.put("output_mode", spec.outputMode().span());
    all.places.put("time_zone", spec.timeZone().span());
    all.places.put("watermark_policy", spec.watermarkPolicy().span());
    spec.sources()
        .forEach(
            source -> {
              String id = "sources." + source.id().value();
              all.places.put(id, source.id().span());
              source
                  .columns()
                  .ifPresent(
                      c ->
                          c.columns()
                              .forEach(
                                  column ->
                                      all.places.put(
                                          id + "." + column.name().value(), column.name().span())));
              source.watermark().ifPresent(w -> all.places.put(id + ".watermark", w.span()));
            });
    spec.steps().forEach(all::step);
    spec.sinks().forEach(sink -> all.places.put("sinks." + sink.id().value(), sink.id().span()));
    return Map.copyOf(all.places);
  }

  private void step(StepSpec step) {
    String id = "steps." + step.id().value();
    places.put(id, step.id().span());
    if (step instanceof StepSpec.Aggregate aggregate) {
      aggregate.window().ifPresent(w -> places.put(id + ".window", w.span()));
      for (KeyText key : aggregate.by()) {
        places.put(id + "." + key.name().value(), key.name().span());
      }
      for (NamedText result : aggregate.compute()) {
        places.put(id + "." + result.name().value(), result.name().span());
      }
    }
  }

  /** The place of a subject or, where it has none, of what it is part of. */
  static @Nullable Span find(Map<String, Span> places, String subject) {
    String path = subject;
    while (!places.containsKey(path) && path.indexOf('.') >= 0) {
      path = path.substring(0, path.lastIndexOf('.'));
    }
    return places.get(path);
  }
}
