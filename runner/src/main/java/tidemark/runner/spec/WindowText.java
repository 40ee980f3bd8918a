package tidemark.runner.spec;

import java.time.Duration;
import java.util.Optional;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.time.WindowSpec;

/**
 * A window as the file declares it.
 *
 * @param window lengths checked and in microseconds
 * @param size the tumbling size, sliding size or session gap
 * @param every the slide, of a sliding window
 * @param offset what the windows' starts are moved by
 * @param column the event-time column; empty = the one that carries the watermark
 */
public record WindowText(
    WindowSpec window,
    Placed<Duration> size,
    Optional<Placed<Duration>> every,
    Optional<Placed<Duration>> offset,
    Optional<Placed<String>> column,
    Span span) {}
