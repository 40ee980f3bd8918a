package tidemark.operators.builtin.http;

import java.time.Clock;
import java.util.function.LongConsumer;
import tidemark.operators.builtin.body.BodyBatch;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;

/** A server that is handed each micro-batch in one request. */
final class HttpSink implements Sink {
  private final HttpSinkSettings settings;
  private final SinkRequest request;
  private final Handover handover;

  HttpSink(HttpSinkSettings settings, SinkRequest request, Clock clock, LongConsumer pause) {
    this.settings = settings;
    this.request = request;
    this.handover = new Handover(settings, request.mode(), clock, pause);
  }

  @Override
  public Delivery delivery() {
    return settings.delivery();
  }

  @Override
  public Outcome outcome(OperationKey key) {
    return handover.outcome(key);
  }

  @Override
  public SinkBatch begin(OperationKey key) {
    return new BodyBatch(
        settings.format(), settings.packing(), request, body -> handover.deliver(key, body));
  }

  @Override
  public void close() {}
}
