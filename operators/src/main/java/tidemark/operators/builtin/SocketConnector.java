package tidemark.operators.builtin;

import java.util.List;
import tidemark.operators.builtin.socket.SocketSource;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;

/** {@code socket}: text lines from a TCP connection, for trying out. */
public final class SocketConnector implements Connector {
  private static final long LAST_PORT = 65_535;

  /** For ServiceLoader. */
  public SocketConnector() {}

  @Override
  public String name() {
    return "socket";
  }

  @Override
  public List<OptionSpec> sourceOptions() {
    return List.of(
        OptionSpec.required("host", OptionKind.TEXT, "the server to connect to"),
        OptionSpec.required("port", OptionKind.COUNT, "its port"));
  }

  @Override
  public List<OptionSpec> sinkOptions() {
    return List.of();
  }

  @Override
  public String inputGone() {
    return "what comes while no run listens goes unnoticed";
  }

  @Override
  public SourceDescription describe(SourceRequest request, Diagnostics found) {
    long port = request.options().number("port").orElse(1L);
    if (port < 1 || port > LAST_PORT) {
      found.error(
          Code.TM107, request.options().span("port"), "a port is between 1 and " + LAST_PORT);
    }
    if (request.columns().filter(c -> !c.equals(SocketSource.SCHEMA)).isPresent()) {
      found.error(
          Code.TM614,
          request.firstOtherThan(SocketSource.SCHEMA, request.options().place()),
          "a socket source has one column, `value: string`",
          "leave `columns` out");
    }
    String identity = "socket " + request.options().text("host").orElse("") + ":" + port;
    return new SourceDescription(SocketSource.SCHEMA, false, identity, false);
  }

  @Override
  public Source open(SourceRequest request) {
    return new SocketSource(
        request.options().text("host").orElseThrow(),
        request.options().number("port").orElseThrow().intValue(),
        request.badRecords());
  }

  @Override
  public Sink open(SinkRequest request) {
    throw new IllegalArgumentException("socket is no sink");
  }
}
