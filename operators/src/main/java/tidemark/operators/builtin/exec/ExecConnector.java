package tidemark.operators.builtin.exec;

import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.ScratchName;
import tidemark.operators.connector.ScratchTarget;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkConnector;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Diagnostics;

/** {@code exec}: a sink that runs a program for each micro-batch. */
public final class ExecConnector implements SinkConnector {
  /** For ServiceLoader. */
  public ExecConnector() {}

  @Override
  public String name() {
    return "exec";
  }

  @Override
  public List<OptionSpec> sinkOptions() {
    return ExecSinkSettings.options();
  }

  @Override
  public Delivery delivery(Options options) {
    return ExecSinkSettings.delivery(options);
  }

  @Override
  public boolean canTell(Options options) {
    return !options.names("outcome_command").isEmpty();
  }

  @Override
  public Optional<ScratchTarget> scratch(SinkRequest request, ScratchName name) {
    return Optional.of(ExecScratch.of(request, name));
  }

  @Override
  public void check(SinkRequest request, Diagnostics found) {
    Optional<ExecSinkSettings> unused = ExecSinkSettings.of(request, found);
  }

  @Override
  public Sink open(SinkRequest request) {
    ExecSinkSettings settings =
        ExecSinkSettings.of(request, new Diagnostics())
            .orElseThrow(() -> new IllegalArgumentException("opened in spite of errors"));
    return new ExecSink(settings, request);
  }
}
