package tidemark.runner.compile;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tidemark.operators.connector.Options;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.WatermarkPolicy;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.Layout.WatermarkChoice;
import tidemark.runner.layout.Places;
import tidemark.runner.layout.SinkLayout;
import tidemark.runner.layout.SourceLayout;
import tidemark.runner.meaning.NodeLayouts;
import tidemark.runner.meaning.SinkTarget;

/** Describes a compiled pipeline for the checkpoint. */
public final class Layouts {
  private static final Set<String> TARGET =
      Set.of(
          "path", "topic", "topics", "format", "url", "table", "query", "catalog", "host", "port");
  private static final Set<String> READING =
      Set.of(
          "glob",
          "recursive",
          "header",
          "delimiter",
          "quote",
          "escape",
          "comment",
          "multiline",
          "null_value",
          "trim_leading",
          "trim_trailing",
          "timestamp_format",
          "date_format",
          "encoding");

  private Layouts() {}

  /** The layout of a pipeline that compiled without errors; secrets are not masked yet. */
  public static Layout of(Compilation compilation) {
    LogicalPlan plan = compilation.declared().orElseThrow();
    Map<String, SourceLayout> sources = new TreeMap<>();
    compilation.sources().forEach((id, source) -> sources.put(id, source(id, source)));
    Map<String, SinkLayout> sinks = new TreeMap<>();
    compilation.sinks().forEach((id, sink) -> sinks.put(id, sink(id, sink)));
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
        NodeLayouts.of(plan));
  }

  private static SourceLayout source(String id, SourceDefinition source) {
    Options options = source.request().options();
    Map<String, String> reading = named(options, READING);
    reading.put(
        "on_bad_record", source.request().badRecords().name().toLowerCase(java.util.Locale.ROOT));
    return new SourceLayout(
        id,
        source.connector().name(),
        source.description().identity(),
        source.description().replayable(),
        named(options, TARGET),
        reading,
        source.description().schema().fields());
  }

  private static SinkLayout sink(String id, SinkDefinition sink) {
    SinkTarget target = SinkTarget.of(sink.connector().name(), sink.options());
    return new SinkLayout(id, target.connector(), target.options());
  }

  private static Map<String, String> named(Options options, Set<String> names) {
    Map<String, String> values = new TreeMap<>();
    options
        .values()
        .forEach(
            (name, value) -> {
              if (names.contains(name)) {
                values.put(name, SinkTarget.withoutUserInfo(value.toString()));
              }
            });
    return values;
  }
}
