package tidemark.runner.scenario;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Diagnostics;

/** Stands in for every sink of a tested pipeline. */
final class RecordingConnector implements Connector {
  private final Map<String, RecordingSink> sinks = new TreeMap<>();

  /** The sink of this id, if it was opened yet. */
  Map<String, RecordingSink> sinks() {
    return sinks;
  }

  @Override
  public String name() {
    return "recording";
  }

  @Override
  public List<OptionSpec> sourceOptions() {
    return List.of();
  }

  @Override
  public List<OptionSpec> sinkOptions() {
    return List.of();
  }

  @Override
  public SourceDescription describe(SourceRequest request, Diagnostics found) {
    throw new IllegalStateException("a recording connector has no source");
  }

  @Override
  public Source open(SourceRequest request) {
    throw new IllegalStateException("a recording connector has no source");
  }

  @Override
  public Sink open(SinkRequest request) {
    return sinks.computeIfAbsent(request.id(), id -> new RecordingSink(request.mode()));
  }
}
