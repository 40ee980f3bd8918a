package tidemark.runner.scenario;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkConnector;
import tidemark.operators.connector.SinkRequest;

/** Stands in for every sink of a tested pipeline. */
final class RecordingConnector implements SinkConnector {
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
  public List<OptionSpec> sinkOptions() {
    return List.of();
  }

  @Override
  public Sink open(SinkRequest request) {
    return sinks.computeIfAbsent(request.id(), id -> new RecordingSink(request.mode()));
  }
}
