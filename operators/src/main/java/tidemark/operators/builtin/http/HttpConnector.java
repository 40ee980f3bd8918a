package tidemark.operators.builtin.http;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.ScratchName;
import tidemark.operators.connector.ScratchTarget;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkConnector;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Diagnostics;

/** {@code http}: a sink that hands each micro-batch to a server in one request. */
public final class HttpConnector implements SinkConnector {
  private final Clock clock;
  private final LongConsumer pause;

  /** For ServiceLoader. */
  public HttpConnector() {
    this(Clock.systemUTC(), HttpConnector::sleep);
  }

  /**
   * @param clock tells when the time for other tries is over
   * @param pause waits so many milliseconds between two tries
   */
  public HttpConnector(Clock clock, LongConsumer pause) {
    this.clock = clock;
    this.pause = pause;
  }

  @Override
  public String name() {
    return "http";
  }

  @Override
  public List<OptionSpec> sinkOptions() {
    return HttpSinkOptions.declared();
  }

  @Override
  public Delivery delivery(Options options) {
    return HttpSinkSettings.delivery(options);
  }

  @Override
  public boolean canTell(Options options) {
    return options.text("outcome_url").isPresent();
  }

  @Override
  public Optional<ScratchTarget> scratch(SinkRequest request, ScratchName name) {
    return Optional.of(HttpScratch.of(request, name));
  }

  @Override
  public void check(SinkRequest request, Diagnostics found) {
    Optional<HttpSinkSettings> unused = HttpSinkSettings.of(request, found);
  }

  @Override
  public Sink open(SinkRequest request) {
    HttpSinkSettings settings =
        HttpSinkSettings.of(request, new Diagnostics())
            .orElseThrow(() -> new IllegalArgumentException("opened in spite of errors"));
    return new HttpSink(settings, request, clock, pause);
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
