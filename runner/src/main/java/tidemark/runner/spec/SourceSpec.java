package tidemark.runner.spec;

import java.time.Duration;
import java.util.Optional;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.diagnostics.Span;

/**
 * A source as the file declares it.
 *
 * @param limits how much one micro-batch may take
 * @param fixed {@code static}: a table that is read whole
 * @param refresh after how long a static source is read again
 * @param idleAfter after how long without data the source no longer holds the watermark back
 * @param maxFutureSkew how far ahead of the clock an event time may be
 * @param span the id
 */
public record SourceSpec(
    Placed<String> id,
    ConnectorSpec connector,
    Optional<ColumnsSpec> columns,
    Placed<BadRecordPolicy> onBadRecord,
    Optional<Placed<String>> badRecordColumn,
    BatchLimits limits,
    Optional<WatermarkText> watermark,
    Placed<Boolean> fixed,
    Optional<Placed<Duration>> refresh,
    Optional<Placed<Duration>> idleAfter,
    Placed<Duration> maxFutureSkew,
    Optional<StartSpec> starting,
    Span span) {}
