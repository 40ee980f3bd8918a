package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.DeadLetter;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.late.LateRow;
import tidemark.operators.plan.LogicalOp.Write;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Schema;
import tidemark.runner.meaning.EarlyFilters;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.SinkSpec;
import tidemark.runner.spec.SourceSpec;
import tidemark.runner.spec.StepSpec;

/**
 * Compiles a pipeline: spec records to a typed plan that keeps all rules. A part with an error is
 * left out, or stands in for what it would be, and the rest goes on, so that all errors are found
 * at once; nothing is reported for what is wrong with its input.
 */
public final class PipelineCompiler {
  private final PipelineSpec spec;
  private final Diagnostics found;
  private final Map<String, Connector> connectors = new LinkedHashMap<>();
  private final UnknownColumns unknown = new UnknownColumns();
  private final Watermarks watermarks;
  private final SourceCompiler sources;
  private final StepCompiler steps;
  private final Map<String, PlanNode> nodes = new HashMap<>();
  private final Set<String> tables = new LinkedHashSet<>();
  private final Map<String, SinkDefinition> sinks = new LinkedHashMap<>();

  private PipelineCompiler(PipelineSpec spec, List<Connector> connectors, Diagnostics found) {
    this.spec = spec;
    this.found = found;
    connectors.forEach(c -> this.connectors.put(c.name(), c));
    Columns columns = new Columns(unknown, found);
    this.watermarks = new Watermarks(columns, found);
    StepExpressions expressions = new StepExpressions(spec.timeZone().value(), unknown, found);
    this.sources = new SourceCompiler(this.connectors, spec, watermarks, found);
    this.steps =
        new StepCompiler(
            spec.outputMode().value(),
            columns,
            unknown,
            expressions,
            watermarks,
            new Askings(sources.definitions(), found),
            found);
  }

  /**
   * The compiled pipeline, without a plan if anything is an error.
   *
   * @param connectors those that the pipeline may use
   * @param found takes what is wrong; errors already in it also leave the plan out
   */
  public static Compilation compile(
      PipelineSpec spec, List<Connector> connectors, Diagnostics found) {
    return new PipelineCompiler(spec, connectors, found).compile();
  }

  private Compilation compile() {
    Wiring wiring = Wiring.of(spec, found);
    spec.alerts().ifPresent(alerts -> refuse(alerts.span(), "`alerts`", "leave `alerts` out"));
    checkDeadLetters();
    spec.sources().forEach(this::compileSource);
    for (StepSpec step : wiring.orderedSteps()) {
      steps
          .compile(step, nodes, tables)
          .ifPresent(n -> nodes.put(step.id().value(), WithheldColumns.in(n, spec.upgrade())));
    }
    List<PlanNode> ends = new ArrayList<>();
    spec.sinks().forEach(s -> compileSink(s).ifPresent(ends::add));
    LogicalPlan plan =
        new LogicalPlan(
            spec.name().value(),
            Nodes.inOrder(ends),
            spec.outputMode().value(),
            spec.watermarkPolicy().value(),
            spec.timeZone().value());
    PlanRules.check(new PlanFacts(plan, steps.lostEventTimes(), watermarks.broken()), found);
    EarlyFilters early = new EarlyFilters();
    Optional<LogicalPlan> result =
        found.hasErrors()
            ? Optional.empty()
            : Optional.of(
                TimedScans.apply(
                    FilterPlacement.apply(plan, spec.keepsFailedRows(), sources::takes, early),
                    sources::filtersWhileReading));
    return new Compilation(
        spec, result, result.map(p -> plan), early, sources.definitions(), sinks);
  }

  private void compileSource(SourceSpec source) {
    String id = source.id().value();
    if (source.fixed().value()) {
      tables.add(id);
    }
    sources.compile(source).ifPresent(n -> nodes.put(id, n));
  }

  private void refuse(Span place, String what, String wayOut) {
    found.error(Code.TM312, place, what + " is not in this version of Tidemark", wayOut);
  }

  private Optional<PlanNode> compileSink(SinkSpec sink) {
    Optional<Connector> connector = SourceCompiler.connector(connectors, sink.connector(), found);
    if (sink.from().isEmpty()) {
      connector.ifPresent(c -> define(sink, c, Optional.empty(), LateRow.COLUMNS));
      return Optional.empty();
    }
    Placed<String> from = sink.from().get();
    if (tables.contains(from.value())) {
      found.error(
          Code.TM210,
          from.span(),
          "`"
              + sink.id().value()
              + "` cannot read `"
              + from.value()
              + "`, which is a static source",
          "remove `static: true`, or use it in a `lookup` or `join`");
      return Optional.empty();
    }
    PlanNode input = nodes.get(from.value());
    if (input == null || unknown.isPartial(input) || connector.isEmpty()) {
      return Optional.empty();
    }
    String id = sink.id().value();
    PlanNode write =
        new PlanNode(
            "sinks." + id,
            new Write(id),
            List.of(input),
            input.schema(),
            input.eventTimes(),
            sink.id().span());
    define(sink, connector.get(), Optional.of(write.id()), write.schema());
    return Optional.of(write);
  }

  private void define(SinkSpec sink, Connector connector, Optional<String> node, Schema schema) {
    String id = sink.id().value();
    Options options = sink.connector().options();
    sinks.put(id, new SinkDefinition(id, connector, options, node, schema, sink.id().span()));
    OutputMode mode = node.isPresent() ? spec.outputMode().value() : OutputMode.APPEND;
    connector.check(request(id, options, schema, mode), found);
  }

  private void checkDeadLetters() {
    spec.deadLetter()
        .ifPresent(
            place ->
                SourceCompiler.connector(connectors, place, found)
                    .ifPresent(
                        connector ->
                            connector.check(
                                request(
                                    "dead_letter",
                                    place.options(),
                                    DeadLetter.COLUMNS,
                                    OutputMode.APPEND),
                                found)));
  }

  private SinkRequest request(String id, Options options, Schema schema, OutputMode mode) {
    return new SinkRequest(
        id, options, schema, mode, spec.name().value(), "", spec.timeZone().value());
  }
}
