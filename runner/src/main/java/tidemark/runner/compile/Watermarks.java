package tidemark.runner.compile;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
  private final Set<String> broken = new HashSet<>();

  Watermarks(Columns columns, Diagnostics found) {
    this.columns = columns;
    this.found = found;
  }

  /**
   * A watermark over the input. One that cannot stand there is reported, and gives the input
   * itself, so that what follows is still checked; {@link #isUnknown} then tells that event time is
   * not to be missed.
   */
  PlanNode over(PlanNode input, String id, WatermarkText text, Span span) {
    Optional<ColumnReference> column = columns.find(input, text.column());
    boolean first = isFirst(input, id, text);
    if (!first || column.isEmpty() || !isTimestamp(column.get(), text)) {
      broken.add(input.id());
      return input;
    }
    long delay = text.delay().value().toMillis();
    return new PlanNode(
        id,
        new LogicalOp.Watermark(new WatermarkSpec(column.get().name(), delay)),
        List.of(input),
        input.schema(),
        Optional.of(
            new EventTime(Columns.position(input, column.get()), EventTime.Kind.INSTANT, delay)),
        span);
  }

  /** The nodes over which a watermark was written that is an error. */
  Set<String> broken() {
    return Set.copyOf(broken);
  }

  /**
   * True if a watermark above the rows of the node is an error, so that they may have event time.
   */
  boolean isUnknown(PlanNode node) {
    return PlanFacts.isAny(broken, node);
  }

  private boolean isFirst(PlanNode input, String id, WatermarkText text) {
    Optional<PlanNode> other =
        Stream.concat(Stream.of(input), PlanPaths.above(input).stream())
            .filter(n -> n.op() instanceof LogicalOp.Watermark)
            .findFirst();
    other.ifPresent(
        first ->
            found.error(
                Code.TM407,
                text.span(),
                "the rows of `%s` have a watermark already, that of `%s`"
                    .formatted(id.substring(id.indexOf('.') + 1), PlanPaths.shortId(first)),
                "keep one of the two"));
    return other.isEmpty();
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
