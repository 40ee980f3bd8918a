package tidemark.connectors.jdbc;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.LookupConnector;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.PointLookup;
import tidemark.operators.connector.ScratchName;
import tidemark.operators.connector.ScratchTarget;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Schema;

/** {@code jdbc}: tables of databases with a JDBC driver. */
public final class JdbcConnector implements LookupConnector {
  private final Clock clock;

  /** For ServiceLoader. */
  public JdbcConnector() {
    this(Clock.systemUTC());
  }

  /**
   * @param clock names the readings of a table that is read whole
   */
  public JdbcConnector(Clock clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "jdbc";
  }

  @Override
  public List<OptionSpec> sourceOptions() {
    return SourceSettings.options();
  }

  @Override
  public List<OptionSpec> sinkOptions() {
    return SinkSettings.options();
  }

  @Override
  public boolean readsTables() {
    return true;
  }

  @Override
  public Delivery delivery(Options options) {
    return Delivery.TRANSACTIONAL;
  }

  @Override
  public Optional<ScratchTarget> scratch(SinkRequest request, ScratchName name) {
    return JdbcScratch.of(request, name);
  }

  @Override
  public String inputGone() {
    return "rows that are deleted before they were read go unnoticed";
  }

  @Override
  public SourceDescription describe(SourceRequest request, Diagnostics found) {
    Optional<SourceSettings> settings = SourceSettings.of(request, found);
    Schema schema = request.columns().orElseGet(() -> new Schema(List.of()));
    String identity =
        settings.map(s -> "jdbc " + s.database().place() + " " + s.name()).orElse("jdbc");
    return new SourceDescription(schema, true, identity, false);
  }

  @Override
  public void check(SinkRequest request, Diagnostics found) {
    Optional<SinkSettings> unused = SinkSettings.of(request, found);
  }

  @Override
  public void inspect(SourceRequest request) {
    Inspection.of(settings(request));
  }

  @Override
  public void inspect(SinkRequest request) {
    Inspection.of(settings(request));
  }

  @Override
  public Source open(SourceRequest request) {
    return new JdbcSource(settings(request), clock);
  }

  private static SourceSettings settings(SourceRequest request) {
    return SourceSettings.of(request, new Diagnostics())
        .orElseThrow(() -> new IllegalArgumentException("opened in spite of errors"));
  }

  @Override
  public boolean findsBy(SourceRequest request, DataType type) {
    return Dialect.of(request.options().text("url").orElse(""))
        .filter(dialect -> dialect.compares(type))
        .isPresent();
  }

  @Override
  public PointLookup openLookup(SourceRequest request, Schema keys) {
    return JdbcLookup.open(settings(request), keys);
  }

  private static SinkSettings settings(SinkRequest request) {
    return SinkSettings.of(request, new Diagnostics())
        .orElseThrow(() -> new IllegalArgumentException("opened in spite of errors"));
  }

  @Override
  public Sink open(SinkRequest request) {
    return JdbcSink.open(settings(request), request);
  }
}
