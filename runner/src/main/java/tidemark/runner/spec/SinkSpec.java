package tidemark.runner.spec;

import java.util.Optional;
import tidemark.operators.diagnostics.Span;

/**
 * A sink as the file declares it.
 *
 * @param from what it is given; empty only for the sink that {@code late_rows} names
 * @param span the id
 */
public record SinkSpec(
    Placed<String> id, Optional<Placed<String>> from, ConnectorSpec connector, Span span) {}
