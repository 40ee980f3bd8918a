package tidemark.operators.expr;

import java.time.ZoneId;

/**
 * What an expression may know besides its row.
 *
 * @param zone the time zone of dates, clocks and texts
 * @param batchTimeMillis the micro-batch's logged time, milliseconds since 1970-01-01T00:00:00Z;
 *     {@code current_timestamp()} gives it
 */
public record EvaluationContext(ZoneId zone, long batchTimeMillis) {}
