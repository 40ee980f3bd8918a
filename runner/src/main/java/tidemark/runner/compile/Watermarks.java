package tidemark.runner.compile;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.time.WatermarkSpec;
import tidemark.operators.types.SimpleType;
import tidemark.runner.spec.WatermarkText;

/** Watermarks, of sources and of steps. */
final class Watermarks {
  private final Columns columns;
  private final Diagnostics found;

  Watermarks(Columns columns, Diagnostics found) {
    this.columns = columns;
    this.found = found;
  }

  /** A watermark over the input; empty, and reported, if it cannot stand there. */
  Optional<PlanNode> over(PlanNode input, String id, WatermarkText text, Span span) {
    Optional<ColumnReference> column = columns.find(input, text.column());
    if (column.isEmpty() | !isFirst(input, text) | !isDelay(text)
        || !isTimestamp(column.get(), text)) {
      return Optional.empty();
    }
    long delay = text.delay().value().toMillis();
    return Optional.of(
        new PlanNode(
            id,
            new LogicalOp.Watermark(new WatermarkSpec(column.get().name(), delay)),
            List.of(input),
            input.schema(),
            Optional.of(
                new EventTime(
                    Columns.position(input, column.get()), EventTime.Kind.INSTANT, delay)),
            span));
  }

  private boolean isFirst(PlanNode input, WatermarkText text) {
    Optional<PlanNode> other =
        Stream.concat(Stream.of(input), PlanPaths.above(input).stream())
            .filter(n -> n.op() instanceof LogicalOp.Watermark)
            .findFirst();
    other.ifPresent(
        first ->
            found.error(
                Code.TM407,
                text.span(),
                "the rows of `"
                    + PlanPaths.shortId(input)
                    + "` have a watermark already, from `"
                    + PlanPaths.shortId(first)
                    + "`",
                "keep one of the two"));
    return other.isEmpty();
  }

  private boolean isDelay(WatermarkText text) {
    Duration delay = text.delay().value();
    if (delay.isNegative()) {
      found.error(
          Code.TM405,
          text.delay().span(),
          "the delay of a watermark cannot be negative",
          "write how long to wait for late rows, for example `10 minutes`, or `0 seconds`");
    }
    return !delay.isNegative();
  }

  private boolean isTimestamp(ColumnReference column, WatermarkText text) {
    if (column.type() == SimpleType.TIMESTAMP) {
      return true;
    }
    found.error(
        Code.TM406,
        text.column().span(),
        "`" + column.name() + "` is " + column.type().ddl() + ", but a watermark needs a timestamp",
        column.type() == SimpleType.TIMESTAMP_NTZ
            ? "a clock without zone names no instant: declare the column as `timestamp`"
            : "declare the column as `timestamp`, or compute one in a step and put the watermark"
                + " on that step");
    return false;
  }
}
