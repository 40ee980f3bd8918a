package tidemark.runner.compile;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.WatermarkPolicy;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.Layout.WatermarkChoice;
import tidemark.runner.layout.Lengths;
import tidemark.runner.layout.Places;
import tidemark.runner.layout.SinkLayout;
import tidemark.runner.layout.SourceLayout;
import tidemark.runner.meaning.NodeLayouts;
import tidemark.runner.meaning.SinkTarget;

/** Describes a compiled pipeline for the checkpoint. */
public final class Layouts {
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private Layouts() {}

  /** The layout of a pipeline that compiled without errors; secrets are not masked yet. */
  public static Layout of(Compilation compilation) {
    LogicalPlan plan = compilation.declared().orElseThrow();
    Map<String, SourceLayout> sources = new TreeMap<>();
    compilation.sources().forEach((id, source) -> sources.put(id, source(id, source)));
    Map<String, SinkLayout> sinks = new TreeMap<>();
    compilation
        .sinks()
        .forEach((id, s) -> sinks.put(id, sink(id, s.connector().name(), s.options())));
    return new Layout(
        plan.pipeline(),
        plan.mode(),
        plan.watermarkPolicy() == WatermarkPolicy.MAX ? WatermarkChoice.MAX : WatermarkChoice.MIN,
        plan.zone().normalized().getId(),
        new Places(
            compilation.spec().folder().toString(),
            compilation.checkpoint().map(Object::toString).orElse("")),
        sources,
        sinks,
        NodeLayouts.of(plan, compilation.early()),
        compilation
            .deadLetter()
            .map(spec -> sink(SinkLayout.DEAD_LETTER, spec.name().value(), spec.options())),
        compilation.spec().upgrade().moved().stream()
            .map(move -> new Layout.Move(move.from().value(), move.to().value()))
            .toList());
  }

  private static SourceLayout source(String id, SourceDefinition source) {
    Options options = source.request().options();
    return new SourceLayout(
        id,
        source.connector().name(),
        source.description().identity(),
        source.description().replayable(),
        SourceOptions.target(options),
        reading(source),
        source.description().schema().fields());
  }

  private static Map<String, String> reading(SourceDefinition source) {
    SourceRequest request = source.request();
    Map<String, String> reading = SourceOptions.reading(request.options());
    reading.put("on_bad_record", request.badRecords().name().toLowerCase(Locale.ROOT));
    request.badRecordColumn().ifPresent(column -> reading.put("bad_record_column", column));
    reading.put(
        SourceLayout.IDLE_AFTER, source.idleAfter().map(Layouts::text).orElse(SourceLayout.NEVER));
    reading.put(SourceLayout.MAX_FUTURE_SKEW, text(source.maxFutureSkew()));
    return reading;
  }

  /** Lengths beyond those that a time can lie ahead are as good as this one. */
  private static String text(Duration length) {
    return Lengths.ofMillis(Math.min(length.toMillis(), LONGEST.toMillis()));
  }

  private static SinkLayout sink(String id, String connector, Options options) {
    SinkTarget target = SinkTarget.of(connector, options);
    return new SinkLayout(id, target.connector(), target.options());
  }
}
