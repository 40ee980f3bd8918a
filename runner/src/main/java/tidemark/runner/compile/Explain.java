package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.connector.LookupConnector;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.plan.Asking;
import tidemark.operators.plan.LogicalOp.Scan;
import tidemark.operators.plan.LogicalOp.StaticJoin;
import tidemark.operators.plan.LogicalOp.StaticScan;
import tidemark.operators.plan.LogicalOp.Watermark;
import tidemark.operators.plan.LogicalOp.Write;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.WatermarkFlow;
import tidemark.operators.plan.WatermarkPolicy;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.runner.layout.Lengths;
import tidemark.runner.meaning.OperatorText;
import tidemark.runner.meaning.SinkTarget;
import tidemark.runner.spec.ConnectorSpec;

/**
 * The text of {@code tidemark explain}: each node of the plan in order, with its expressions,
 * columns and state; the watermark; and for each sink what it receives and is promised.
 */
public final class Explain {
  /** A watermark at which every join has long begun to forget rows. */
  private static final long FAR_MILLIS = 1L << 50;

  private final Compilation compilation;
  private final LogicalPlan plan;
  private final NeededColumns needed;
  private final WatermarkFlow flow;
  private final Page page = new Page();

  private Explain(Compilation compilation) {
    this.compilation = compilation;
    this.plan = compilation.plan().orElseThrow();
    this.flow = WatermarkFlow.ofBatch(plan, FAR_MILLIS, Map.of());
    this.needed =
        NeededColumns.of(plan, compilation.lateRows().isPresent(), compilation.keepsFailedRows());
  }

  /** Explains a pipeline that compiled without errors. */
  public static String text(Compilation compilation) {
    return new Explain(compilation).text();
  }

  private String text() {
    page.title("pipeline " + plan.pipeline());
    page.entry("output mode", plan.mode().word());
    String zone = plan.zone().normalized().getId();
    page.entry("time zone", zone.equals("Z") ? "UTC" : zone);
    plan.nodes().forEach(this::explainNode);
    explainWatermark();
    for (SinkDefinition sink : compilation.sinks().values()) {
      Guarantee.of(compilation, plan, sink).write(page);
    }
    SinksTogether.of(compilation.sinks().values()).write(page);
    return page.text();
  }

  private void explainNode(PlanNode node) {
    String inputs = String.join(", ", node.inputs().stream().map(PlanNode::id).toList());
    page.title(inputs.isEmpty() ? node.id() : node.id() + " ← " + inputs);
    for (Map.Entry<String, Object> part : OperatorText.of(node).entrySet()) {
      explainPart(part.getKey().replace('_', ' '), part.getValue());
    }
    if (FilterPlacement.isMoved(node)) {
      page.entry(
          "moved",
          "it acts here, above where it is written, because it does not read the event time");
    }
    if (node.op() instanceof Scan scan) {
      SourceDefinition source = compilation.sources().get(scan.source());
      explainSource(node, source);
      page.entry(
          "replay",
          source.description().replayable()
              ? "a batch can be read again"
              : "a batch cannot be read again");
      badRecords(source).ifPresent(text -> page.entry("bad records", text));
    } else if (node.op() instanceof StaticScan scan) {
      explainTable(node, compilation.sources().get(scan.source()));
    } else if (node.op() instanceof StaticJoin join && join.asking().isPresent()) {
      explainAsking(join, join.asking().get());
    } else if (node.op() instanceof Write write) {
      SinkDefinition sink = compilation.sinks().get(write.sink());
      page.entry("connector", sink.connector().name());
      SinkTarget.of(sink.connector().name(), sink.options()).options().forEach(page::entry);
    }
    if (compilation.keepsFailedRows().contains(node.id())) {
      compilation.deadLetter().ifPresent(to -> page.entry("failed rows", deadLetters(to)));
    }
    page.entry("columns", columns(node.schema()));
    if (node.op().isStateful()
        && node.inputs().stream().anyMatch(input -> !input.eventTimes().isEmpty())) {
      explainFlow(node);
    }
    StateText.write(node, plan.mode(), page);
  }

  /** Which steps above let the pipeline's watermark through to a step; most have none. */
  private void explainFlow(PlanNode node) {
    List<String> above =
        PlanPaths.above(node).stream().filter(n -> n.op().isStateful()).map(PlanNode::id).toList();
    if (!above.isEmpty()) {
      long lag = FAR_MILLIS - flow.inputMillis(node);
      page.entry(
          "watermark",
          (lag == 0 ? "" : Lengths.ofMillis(lag) + " behind ")
              + "the pipeline's, let through by "
              + String.join(", ", above));
    }
  }

  private void explainPart(String name, Object value) {
    if (value instanceof List<?> list) {
      page.entry(name, list.stream().map(Object::toString).toList());
    } else {
      page.entry(name, value.toString());
    }
  }

  private void explainTable(PlanNode node, SourceDefinition source) {
    explainSource(node, source);
    if (plan.consumers(node).stream().anyMatch(join -> !isAsking(join))) {
      page.entry("read", whole(source));
      page.entry("kept", "in memory, by the keys of the joins that read it; no state");
    }
    List<String> asking =
        plan.consumers(node).stream().filter(Explain::isAsking).map(PlanPaths::shortId).toList();
    if (!asking.isEmpty()) {
      page.entry("asked", "key by key, by " + String.join(", ", asking));
    }
    page.entry(
        "replay",
        source.connector() instanceof LookupConnector
            ? "live: a batch that is repeated meets the rows that there are then"
            : "a batch records which rows it had, and is repeated with no others");
    badRecords(source).ifPresent(text -> page.entry("bad records", text));
  }

  private static boolean isAsking(PlanNode node) {
    return node.op() instanceof StaticJoin join && join.asking().isPresent();
  }

  private static String whole(SourceDefinition source) {
    return source
        .table()
        .flatMap(SourceDefinition.Table::refresh)
        .map(
            r ->
                "whole, before the first batch of a run and again between batches after "
                    + Lengths.ofMillis(r.toMillis()))
        .orElse("whole, before the first batch of a run");
  }

  private void explainAsking(StaticJoin join, Asking asking) {
    List<String> columns =
        asking.keys().stream()
            .map(key -> Asking.column(join.keys().get(key).of(join.tableSide())).orElseThrow())
            .map(ColumnReference::name)
            .toList();
    page.entry(
        "asks by", String.join(", ", columns) + ", for all missing keys of some rows at once");
    page.entry(
        "remembers",
        "at most %,d rows of answers, %s"
            .formatted(
                asking.maxRows(),
                asking
                    .keptMillis()
                    .map(kept -> "each for " + Lengths.ofMillis(kept))
                    .orElse("each until the run ends")));
  }

  private void explainSource(PlanNode node, SourceDefinition source) {
    page.entry("connector", source.connector().name());
    page.entry("reads", source.description().identity());
    BitSet columns = needed.of(node);
    List<String> decoded = columns.stream().mapToObj(c -> node.schema().field(c).name()).toList();
    page.entry(
        "decodes",
        decoded.size() == node.schema().size()
            ? "all columns"
            : decoded.isEmpty() ? "no column" : "only " + String.join(", ", decoded));
  }

  private Optional<String> badRecords(SourceDefinition source) {
    return switch (source.request().badRecords()) {
      case FAIL -> Optional.empty();
      case DROP -> Optional.of("left out and counted");
      case KEEP -> Optional.of("counted and kept, what is bad in them is null");
      case DEAD_LETTER -> compilation.deadLetter().map(Explain::deadLetters);
    };
  }

  private static String deadLetters(ConnectorSpec spec) {
    SinkTarget target = SinkTarget.of(spec.name().value(), spec.options());
    String path = target.options().get("path");
    return "counted and written to the dead letters: "
        + target.connector()
        + (path == null ? "" : " " + path);
  }

  private static String columns(Schema schema) {
    return String.join(", ", schema.fields().stream().map(Field::ddl).toList());
  }

  private void explainWatermark() {
    List<PlanNode> nodes = plan.nodes().stream().filter(n -> n.op() instanceof Watermark).toList();
    page.title("watermark");
    if (nodes.isEmpty()) {
      page.entry("none", "no row is late, and no group is closed by time");
      return;
    }
    List<String> parts = new ArrayList<>();
    for (PlanNode node : nodes) {
      Watermark watermark = (Watermark) node.op();
      parts.add(
          node.id()
              + ": "
              + Lengths.ofMillis(watermark.spec().delayMillis())
              + " behind the largest "
              + watermark.spec().column());
    }
    page.entry("follows", parts);
    page.entry(
        "is",
        nodes.size() == 1
            ? "that one"
            : plan.watermarkPolicy() == WatermarkPolicy.MIN
                ? "the least of these (policy min): the slowest holds it back"
                : "the greatest of these (policy max): the slower ones' rows may be late");
    String goes = compilation.lateRows().map(sink -> "; such rows go to `" + sink + "`").orElse("");
    page.entry(
        "late", "what lies at or before the watermark that the micro-batch before ran with" + goes);
  }
}
