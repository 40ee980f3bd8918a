package tidemark.runner.engine;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.compat.SubjectPlaces;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.Layouts;
import tidemark.runner.compile.SourceDefinition;
import tidemark.runner.engine.PipelineDefinition.DefinedSink;
import tidemark.runner.engine.PipelineDefinition.DefinedSource;
import tidemark.runner.engine.PipelineDefinition.DefinedTable;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.SinkLayout;
import tidemark.runner.spec.ConnectorSpec;

/** From a compilation to what the engine runs. */
public final class Definitions {
  private Definitions() {}

  /** The definition of a pipeline that compiled without errors. */
  public static PipelineDefinition of(Compilation compilation, List<Connector> connectors) {
    return of(compilation, connectors, UnaryOperator.identity());
  }

  /**
   * The same.
   *
   * @param mask hides secrets in what the checkpoint is given to keep
   * @throws Failure TM904 if aggregates of a step could not be told apart there
   */
  public static PipelineDefinition of(
      Compilation compilation, List<Connector> connectors, UnaryOperator<String> mask) {
    LogicalPlan plan = compilation.plan().orElseThrow();
    compilation.declared().orElseThrow().nodes().forEach(node -> checkCalls(node, mask));
    Map<String, DefinedSource> sources = new TreeMap<>();
    Map<String, DefinedTable> tables = new TreeMap<>();
    compilation
        .sources()
        .forEach(
            (id, source) ->
                source
                    .table()
                    .ifPresentOrElse(
                        table -> tables.put(id, table(source, table)),
                        () -> sources.put(id, stream(source, request(source, compilation)))));
    Map<String, DefinedSink> sinks = new TreeMap<>();
    compilation
        .sinks()
        .forEach(
            (id, sink) -> sinks.put(id, new DefinedSink(id, sink.connector(), sink.options())));
    return new PipelineDefinition(
        plan,
        Layout.parse(Layouts.of(compilation).json(mask)),
        compilation.spec().upgrade(),
        SubjectPlaces.of(compilation.spec()),
        compilation.spec().file(),
        sources,
        tables,
        sinks,
        compilation.keepsFailedRows(),
        mask,
        compilation.lateRows(),
        compilation.deadLetter().flatMap(spec -> deadLetters(spec, connectors)));
  }

  private static void checkCalls(PlanNode node, UnaryOperator<String> mask) {
    if (node.op() instanceof Aggregate aggregate) {
      Set<String> texts = new HashSet<>();
      for (AggregateCall call : aggregate.calls()) {
        String text = mask.apply(call.canonical());
        if (!texts.add(text)) {
          throw new Failure(
              Code.TM904,
              "aggregates of `%s` differ in secrets alone: `%s`".formatted(node.id(), text),
              "use the secrets in a `with` step before it, and aggregate that step's columns");
        }
      }
    }
  }

  private static SourceRequest request(SourceDefinition source, Compilation compilation) {
    SourceRequest request = source.request();
    return compilation.spec().sources().stream()
        .filter(spec -> spec.id().value().equals(request.id()))
        .filter(spec -> JoinedSources.of(compilation.plan().orElseThrow()).contains(request.id()))
        .findFirst()
        .map(spec -> request.withLimits(JoinedSources.limits(request.limits(), spec.limits())))
        .orElse(request);
  }

  private static DefinedSource stream(SourceDefinition source, SourceRequest request) {
    return new DefinedSource(
        source.connector(),
        request,
        source.idleAfter().map(Duration::toMillis),
        source.maxFutureSkew().toMillis());
  }

  private static DefinedTable table(SourceDefinition source, SourceDefinition.Table table) {
    return new DefinedTable(
        source.connector(), source.request(), table.refresh().map(Duration::toMillis));
  }

  private static Optional<DefinedSink> deadLetters(ConnectorSpec spec, List<Connector> connectors) {
    return connectors.stream()
        .filter(c -> c.name().equals(spec.name().value()))
        .findFirst()
        .map(c -> new DefinedSink(SinkLayout.DEAD_LETTER, c, spec.options()));
  }
}
