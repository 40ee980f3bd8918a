package tidemark.connectors.kafka;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.ScratchName;
import tidemark.operators.connector.ScratchTarget;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.Start;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.types.Schema;

/** {@code kafka}: topics of Apache Kafka. */
public final class KafkaConnector implements Connector {
  /** So that the first batch after a long time is not everything. */
  private static final BatchLimits USUAL_LIMITS =
      new BatchLimits(Long.MAX_VALUE, 500_000, Long.MAX_VALUE);

  private final Clock clock;

  /** For ServiceLoader. */
  public KafkaConnector() {
    this(Clock.systemUTC());
  }

  /**
   * @param clock tells how far behind its topic a source is
   */
  public KafkaConnector(Clock clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "kafka";
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
  public BatchLimits usualLimits() {
    return USUAL_LIMITS;
  }

  @Override
  public boolean startsAt(Start start) {
    return true;
  }

  @Override
  public Delivery delivery(Options options) {
    return SinkSettings.inTransactions(options) ? Delivery.TRANSACTIONAL : Delivery.NONE;
  }

  @Override
  public Optional<ScratchTarget> scratch(SinkRequest request, ScratchName name) {
    return Optional.of(KafkaScratch.of(request, name));
  }

  @Override
  public String inputGone() {
    return "records that were deleted before they were read stop the run (TM603), which names partition"
        + " and offsets; so the topic must keep them longer than the pipeline may be down";
  }

  @Override
  public SourceDescription describe(SourceRequest request, Diagnostics found) {
    Optional<SourceSettings> settings = SourceSettings.of(request, found);
    Schema schema = settings.map(SourceSettings::columns).orElseGet(() -> new Schema(List.of()));
    String topic = request.options().text("topic").orElse("");
    return new SourceDescription(schema, true, "kafka " + topic, false);
  }

  @Override
  public void check(SinkRequest request, Diagnostics found) {
    Optional<SinkSettings> unused = SinkSettings.of(request, found);
  }

  @Override
  public void inspect(SourceRequest request) {
    new Inspection(settings(request).kafka(), Code.TM604)
        .requireTopicThatKeeps(SourceSettings.downtimeMillis(request.options()));
  }

  @Override
  public void inspect(SinkRequest request) {
    new Inspection(settings(request).kafka(), Code.TM605).requireTopic();
  }

  private static SourceSettings settings(SourceRequest request) {
    return SourceSettings.of(request, new Diagnostics())
        .orElseThrow(() -> new IllegalArgumentException("opened in spite of errors"));
  }

  private static SinkSettings settings(SinkRequest request) {
    return SinkSettings.of(request, new Diagnostics())
        .orElseThrow(() -> new IllegalArgumentException("opened in spite of errors"));
  }

  @Override
  public Source open(SourceRequest request) {
    return new KafkaSource(settings(request), request, clock);
  }

  @Override
  public Sink open(SinkRequest request) {
    SinkSettings settings = settings(request);
    return settings.inTransactions()
        ? KafkaSink.open(settings, request)
        : RepeatingKafkaSink.open(settings);
  }
}
