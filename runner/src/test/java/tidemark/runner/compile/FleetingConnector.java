package tidemark.runner.compile;

import java.util.List;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.types.Schema;

/** Connector {@code fleeting}, which neither replays rows nor knows what it was given. */
final class FleetingConnector implements Connector {
  @Override
  public String name() {
    return "fleeting";
  }

  @Override
  public List<OptionSpec> sourceOptions() {
    return List.of(OptionSpec.optional("name", OptionKind.TEXT, "what it is called"));
  }

  @Override
  public List<OptionSpec> sinkOptions() {
    return List.of(OptionSpec.optional("name", OptionKind.TEXT, "what it is called"));
  }

  @Override
  public SourceDescription describe(SourceRequest request, Diagnostics found) {
    return new SourceDescription(
        request.columns().orElse(new Schema(List.of())), false, "fleeting", false);
  }

  @Override
  public Source open(SourceRequest request) {
    throw new AssertionError("compiling opens nothing");
  }

  @Override
  public Sink open(SinkRequest request) {
    throw new AssertionError("compiling opens nothing");
  }
}
