package tidemark.runner.rehearsal;

import java.util.List;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Diagnostics;

/** Opens the sources of another connector so that they follow a script. */
final class ScriptedConnector implements Connector {
  private final Connector connector;
  private final Cue cue;

  ScriptedConnector(Connector connector, Cue cue) {
    this.connector = connector;
    this.cue = cue;
  }

  @Override
  public String name() {
    return connector.name();
  }

  @Override
  public List<OptionSpec> sourceOptions() {
    return connector.sourceOptions();
  }

  @Override
  public List<OptionSpec> sinkOptions() {
    return List.of();
  }

  @Override
  public SourceDescription describe(SourceRequest request, Diagnostics found) {
    return connector.describe(request, found);
  }

  @Override
  public Source open(SourceRequest request) {
    return new ScriptedSource(request.id(), connector.open(request), cue);
  }

  @Override
  public Sink open(SinkRequest request) {
    throw new IllegalStateException("only sources follow a script");
  }
}
