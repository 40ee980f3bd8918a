package tidemark.runner.spec;

import java.time.Duration;
import tidemark.operators.diagnostics.Span;

/** A watermark: the event-time column and how far behind it follows. */
public record WatermarkText(Placed<String> column, Placed<Duration> delay, Span span) {}
