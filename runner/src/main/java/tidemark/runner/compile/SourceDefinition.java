package tidemark.runner.compile;

import java.time.Duration;
import java.util.Optional;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Span;

/**
 * A source, checked and ready to be opened.
 *
 * @param description its columns, identity and whether it can be replayed
 * @param idleAfter after how long without data it no longer holds the watermark back
 * @param maxFutureSkew how far ahead of the batch's clock an event time may move the watermark
 * @param table how it is read, if it is a static source
 * @param span the source's id in the pipeline file
 */
public record SourceDefinition(
    Connector connector,
    SourceRequest request,
    SourceDescription description,
    Optional<Duration> idleAfter,
    Duration maxFutureSkew,
    Optional<Table> table,
    Span span) {
  /**
   * A source that is read whole.
   *
   * @param refresh after how long it is read again
   */
  public record Table(Optional<Duration> refresh) {}
}
