package tidemark.runner.meaning;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.expr.AggregateExpression;
import tidemark.operators.expr.Expression;
import tidemark.operators.plan.JoinKey;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Deduplicate;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.plan.LogicalOp.Explode;
import tidemark.operators.plan.LogicalOp.Filter;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.LogicalOp.Limit;
import tidemark.operators.plan.LogicalOp.Memory;
import tidemark.operators.plan.LogicalOp.Project;
import tidemark.operators.plan.LogicalOp.Scan;
import tidemark.operators.plan.LogicalOp.Sort;
import tidemark.operators.plan.LogicalOp.StaticJoin;
import tidemark.operators.plan.LogicalOp.StaticScan;
import tidemark.operators.plan.LogicalOp.Union;
import tidemark.operators.plan.LogicalOp.Updates;
import tidemark.operators.plan.LogicalOp.Watermark;
import tidemark.operators.plan.LogicalOp.Write;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.SortKey;
import tidemark.operators.time.WindowSpec;
import tidemark.operators.types.Schema;
import tidemark.runner.layout.Lengths;

/**
 * What a node does, in named parts of canonical text: equal parts mean the same. The first part is
 * {@code operator}. A part is a text or a list of texts.
 */
public final class OperatorText {
  private static final String CHANGES_ONLY = "only groups with a changed value";
  private static final String CLOSING_ROW =
      "a row when a group is closed, marked in " + Updates.FINAL;
  private static final String MARKED = "marked insert, update or delete in " + Updates.OP;

  private OperatorText() {}

  /** The parts, in a fixed order. */
  public static Map<String, Object> of(PlanNode node) {
    Map<String, Object> parts = new LinkedHashMap<>();
    LogicalOp op = node.op();
    if (op instanceof Scan scan) {
      parts.put("operator", "scan");
      parts.put("source", scan.source());
      scan.filter().ifPresent(f -> parts.put("filter", f.canonical()));
    } else if (op instanceof Filter filter) {
      parts.put("operator", "filter");
      parts.put("condition", filter.condition().canonical());
    } else if (op instanceof Project project) {
      parts.put("operator", "project");
      parts.put("expressions", project.columns().stream().map(OperatorText::named).toList());
    } else if (op instanceof Explode explode) {
      Schema input = node.input().schema();
      parts.put("operator", explode.outer() ? "explode_outer" : "explode");
      parts.put("column", input.field(explode.column()).name());
      parts.put("as", explode.as());
    } else if (op instanceof StaticScan scan) {
      parts.put("operator", "static_scan");
      parts.put("source", scan.source());
    } else if (op instanceof StaticJoin join) {
      addStaticJoin(join, parts);
    } else if (op instanceof Union) {
      parts.put("operator", "union");
    } else if (op instanceof Watermark watermark) {
      parts.put("operator", "watermark");
      parts.put("column", watermark.spec().column());
      parts.put("delay", Lengths.ofMillis(watermark.spec().delayMillis()));
    } else if (op instanceof Aggregate aggregate) {
      addAggregate(aggregate, parts);
    } else if (op instanceof Keyed keyed) {
      KeyedText.add(keyed, parts);
    } else if (op instanceof Join join) {
      JoinText.add(node, join, parts);
    } else if (op instanceof Deduplicate deduplicate) {
      parts.put("operator", "deduplicate");
      parts.put("by", deduplicate.keys().stream().map(k -> node.schema().field(k).name()).toList());
      parts.put("forgotten", forgotten(node.schema(), deduplicate));
    } else if (op instanceof Limit limit) {
      parts.put("operator", "limit");
      parts.put("rows", Long.toString(limit.rows()));
    } else if (op instanceof Sort sort) {
      parts.put("operator", "sort");
      parts.put("keys", sort.keys().stream().map(k -> sortKey(node.schema(), k)).toList());
    } else if (op instanceof Write write) {
      parts.put("operator", "write");
      parts.put("sink", write.sink());
    } else {
      throw new AssertionError(op);
    }
    return parts;
  }

  private static void addStaticJoin(StaticJoin join, Map<String, Object> parts) {
    parts.put("operator", "static_join");
    parts.put("type", join.kind().name().toLowerCase(Locale.ROOT));
    parts.put("stream", join.streamSide().word());
    parts.put("keys", join.keys().stream().map(k -> key(join, k)).toList());
    join.tableFilter().ifPresent(f -> parts.put("table_filter", f.canonical()));
    join.rest().ifPresent(r -> parts.put("condition", r.canonical()));
    parts.put("expressions", join.columns().stream().map(OperatorText::named).toList());
  }

  private static String key(StaticJoin join, JoinKey key) {
    Expression stream = join.streamSide().qualified(key.of(join.streamSide()));
    Expression table = join.tableSide().qualified(key.of(join.tableSide()));
    return stream.canonical() + (key.nullsMatch() ? " <=> " : " = ") + table.canonical();
  }

  private static void addAggregate(Aggregate aggregate, Map<String, Object> parts) {
    parts.put("operator", "aggregate");
    aggregate.window().ifPresent(w -> parts.put("window", window(w)));
    aggregate.time().ifPresent(t -> parts.put("time", t.canonical()));
    parts.put("by", aggregate.keys().stream().map(OperatorText::named).toList());
    parts.put("compute", results(aggregate));
    parts.put("closed_by", expiry(aggregate));
    if (!aggregate.updates().isNone()) {
      parts.put("updates", updates(aggregate.updates()));
    }
  }

  private static List<String> updates(Updates updates) {
    List<String> texts = new ArrayList<>();
    if (updates.changesOnly()) {
      texts.add(CHANGES_ONLY);
    }
    if (updates.closingRow()) {
      texts.add(CLOSING_ROW);
    }
    if (updates.marksChanges()) {
      texts.add(MARKED);
    }
    return texts;
  }

  /** What an aggregation in update mode hands out, of how this class writes it. */
  public static Updates updates(List<String> texts) {
    return new Updates(
        texts.contains(CHANGES_ONLY), texts.contains(CLOSING_ROW), texts.contains(MARKED));
  }

  /** The results with the calls written out: {@code requests = count(*)}. */
  public static List<String> results(Aggregate aggregate) {
    List<String> texts = new ArrayList<>();
    List<AggregateCall> calls = aggregate.calls();
    for (NamedExpression result : aggregate.results()) {
      Expression expression = result.expression();
      texts.add(result.name() + " = " + new AggregateExpression(calls, expression).canonical());
    }
    return texts;
  }

  private static String expiry(Aggregate aggregate) {
    if (aggregate.expiry() instanceof Expiry.ByWindow) {
      return "the end of its window";
    }
    return aggregate.expiry() instanceof Expiry.ByKey byKey
        ? "its key " + aggregate.keys().get(byKey.key()).name()
        : "nothing";
  }

  private static String forgotten(Schema schema, Deduplicate op) {
    if (op.memory() instanceof Memory.UntilKey until) {
      return "by its key " + schema.field(op.keys().get(until.key())).name();
    }
    return op.memory() instanceof Memory.After after
        ? Lengths.ofMicros(after.micros()) + " after the event time of its first row"
        : "never";
  }

  /** The window as the pipeline file would write it. */
  public static String window(WindowSpec window) {
    if (window instanceof WindowSpec.Session session) {
      return "session " + Lengths.ofMicros(session.gapMicros());
    }
    WindowSpec.Fixed fixed = (WindowSpec.Fixed) window;
    String size = Lengths.ofMicros(fixed.sizeMicros());
    String text =
        fixed.sizeMicros() == fixed.slideMicros()
            ? "tumbling " + size
            : "sliding " + size + " every " + Lengths.ofMicros(fixed.slideMicros());
    return fixed.offsetMicros() == 0
        ? text
        : text + " offset " + Lengths.ofMicros(fixed.offsetMicros());
  }

  public static String named(NamedExpression column) {
    return column.name() + " = " + column.expression().canonical();
  }

  private static String sortKey(Schema schema, SortKey key) {
    return schema.field(key.column()).name()
        + switch (key.direction()) {
          case ASCENDING -> " asc";
          case DESCENDING -> " desc";
        };
  }
}
