package tidemark.runner.compile;

import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.plan.LogicalOp.Scan;
import tidemark.operators.plan.LogicalOp.StaticScan;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.SimpleType;
import tidemark.runner.spec.ColumnsSpec;
import tidemark.runner.spec.ConnectorSpec;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.SourceSpec;

/** Sources: asks the connector to describe each, and makes the scan and its watermark. */
final class SourceCompiler {
  private final Map<String, Connector> connectors;
  private final Watermarks watermarks;
  private final Diagnostics found;
  private final ZoneId zone;
  private final Map<String, SourceDefinition> definitions = new LinkedHashMap<>();

  SourceCompiler(
      Map<String, Connector> connectors,
      PipelineSpec spec,
      Watermarks watermarks,
      Diagnostics found) {
    this.connectors = connectors;
    this.watermarks = watermarks;
    this.found = found;
    this.zone = spec.timeZone().value();
  }

  /** The sources that were described without errors, in the order of the calls. */
  Map<String, SourceDefinition> definitions() {
    return definitions;
  }

  /** The node that yields the source's rows; empty if its columns are not known. */
  Optional<PlanNode> compile(SourceSpec source) {
    Optional<Connector> connector = connector(connectors, source.connector(), found);
    if (connector.isEmpty()) {
      return Optional.empty();
    }
    if (source.fixed().value()) {
      StaticSourceKeys.check(source, connector.get(), found);
    }
    Diagnostics own = new Diagnostics();
    SourceRequest request = request(source, connector.get());
    if (!connector.get().startsAt(request.start())) {
      found.error(
          Code.TM312,
          source.starting().orElseThrow().span(),
          "`" + source.id().value() + "`: `" + connector.get().name() + "` begins at the earliest",
          "leave `starting` out to read all there is");
    }
    SourceDescription description = connector.get().describe(request, own);
    own.sorted().forEach(found::add);
    source.badRecordColumn().ifPresent(c -> checkBadRecordColumn(source, description, c));
    if (own.hasErrors() || description.schema().size() == 0) {
      return Optional.empty();
    }
    String id = source.id().value();
    definitions.put(
        id,
        new SourceDefinition(
            connector.get(),
            request.withColumns(description.schema()),
            description,
            source.idleAfter().map(Placed::value),
            source.maxFutureSkew().value(),
            source.fixed().value()
                ? Optional.of(new SourceDefinition.Table(source.refresh().map(Placed::value)))
                : Optional.empty(),
            source.id().span()));
    if (source.fixed().value()) {
      return Optional.of(table(source, description));
    }
    PlanNode scan =
        new PlanNode(
            "sources." + id,
            new Scan(id, Optional.empty(), Optional.empty()),
            List.of(),
            description.schema(),
            Optional.empty(),
            source.id().span());
    return Optional.of(
        source
            .watermark()
            .map(w -> watermarks.over(scan, scan.id() + ".watermark", w, w.span()))
            .orElse(scan));
  }

  private static PlanNode table(SourceSpec source, SourceDescription description) {
    String id = source.id().value();
    return new PlanNode(
        "sources." + id,
        new StaticScan(id),
        List.of(),
        description.schema(),
        Optional.empty(),
        source.id().span());
  }

  /**
   * True if the source applies the condition while reading, so that rows failing it do not count.
   */
  boolean takes(Scan scan, Expression condition) {
    SourceDefinition source = definitions.get(scan.source());
    return source.description().filtersWhileReading()
        && ReaderPredicates.applies(condition)
        && source
            .request()
            .badRecordColumn()
            .filter(c -> Expressions.columns(condition).contains(c))
            .isEmpty();
  }

  /** Whether the source of a scan leaves rows out while reading. */
  boolean filtersWhileReading(Scan scan) {
    return definitions.get(scan.source()).description().filtersWhileReading();
  }

  private SourceRequest request(SourceSpec source, Connector connector) {
    return new SourceRequest(
        source.id().value(),
        source.connector().options(),
        source.columns().map(ColumnsSpec::schema),
        source.columns().map(ColumnsSpec::places).orElse(Map.of()),
        source.onBadRecord().value(),
        source.badRecordColumn().map(Placed::value),
        source.limits().or(connector.usualLimits()),
        zone,
        Starts.of(source.starting(), found));
  }

  private void checkBadRecordColumn(
      SourceSpec source, SourceDescription description, Placed<String> column) {
    var at = description.schema().find(column.value());
    if (description.schema().size() == 0) {
      return;
    }
    if (at.isEmpty() || description.schema().field(at.getAsInt()).type() != SimpleType.STRING) {
      found.error(
          Code.TM304,
          column.span(),
          "`" + column.value() + "` is not a string column of `" + source.id().value() + "`",
          "add `" + column.value() + ": string` to its columns");
    }
  }

  /** The connector of this name; reported if there is none (TM208). */
  static Optional<Connector> connector(
      Map<String, Connector> connectors, ConnectorSpec spec, Diagnostics found) {
    Connector connector = connectors.get(spec.name().value());
    if (connector == null) {
      found.error(
          Code.TM208,
          spec.name().span(),
          "there is no connector `" + spec.name().value() + "`",
          Nearest.of(spec.name().value(), connectors.keySet())
              .map(n -> "did you mean `" + n + "`?")
              .orElse("there are: " + String.join(", ", connectors.keySet())));
    }
    return Optional.ofNullable(connector);
  }
}
