package tidemark.runner.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.SourceDefinition;
import tidemark.runner.engine.Definitions;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.PipelineDefinition.DefinedSink;
import tidemark.runner.engine.SinkRequests;

/** What {@code lint --online} adds: a look at the sources and sinks themselves. */
final class OnlineFindings {
  private final List<Diagnostic> found = new ArrayList<>();

  private OnlineFindings() {}

  /** The findings about a pipeline that compiled without errors, by their places. */
  static List<Diagnostic> of(Compilation compilation, List<Connector> connectors) {
    OnlineFindings findings = new OnlineFindings();
    for (SourceDefinition source : compilation.sources().values()) {
      findings.look(
          source.request().options().place(), () -> source.connector().inspect(source.request()));
    }
    PipelineDefinition definition = Definitions.of(compilation, connectors);
    for (Map.Entry<String, SinkRequest> each : SinkRequests.of(definition, "").entrySet()) {
      DefinedSink sink =
          definition.deadLetters().stream()
              .filter(dead -> dead.id().equals(each.getKey()))
              .findFirst()
              .orElseGet(() -> definition.sinks().get(each.getKey()));
      findings.look(sink.options().place(), () -> sink.connector().inspect(each.getValue()));
    }
    findings.found.sort(Comparator.comparing(Diagnostic::span, OnlineFindings::compare));
    return findings.found;
  }

  private static int compare(Span one, Span other) {
    return Integer.compare(one.line(), other.line());
  }

  private void look(Span place, Runnable inspection) {
    try {
      inspection.run();
    } catch (Failure failure) {
      String message = String.valueOf(failure.getMessage());
      found.add(
          failure.code() == Code.TM648
              ? Diagnostic.warning(failure.code(), place, message, failure.wayOut())
              : Diagnostic.error(failure.code(), place, message, failure.wayOut()));
    }
  }
}
