package tidemark.runner.language;

import static tidemark.runner.language.Key.optional;
import static tidemark.runner.language.Key.required;
import static tidemark.runner.language.Shapes.BOOLEAN;
import static tidemark.runner.language.Shapes.COLUMNS;
import static tidemark.runner.language.Shapes.COUNT;
import static tidemark.runner.language.Shapes.DURATION;
import static tidemark.runner.language.Shapes.EXPRESSION;
import static tidemark.runner.language.Shapes.NAME;
import static tidemark.runner.language.Shapes.NAMES;
import static tidemark.runner.language.Shapes.POSITIVE;
import static tidemark.runner.language.Shapes.words;

import java.util.ArrayList;
import java.util.List;
import tidemark.runner.language.Shape.Either;
import tidemark.runner.language.Shape.Items;
import tidemark.runner.language.Shape.Mapping;
import tidemark.runner.language.Shape.Names;
import tidemark.runner.language.Shape.Size;
import tidemark.runner.spec.ErrorPolicy;
import tidemark.runner.spec.JoinType;
import tidemark.runner.spec.StepSpec.SortOrder;

/** A step and its operators; {@code stateful} has a class of its own. */
final class StepShapes {
  /** What rows are grouped by. */
  static final Shape GROUPING = new Either(List.of(NAMES, COLUMNS));

  private StepShapes() {}

  static Mapping step() {
    List<Key> operators = operators();
    List<Key> keys = new ArrayList<>();
    keys.add(optional("from", NAME, "What the step reads: a source or another step.", "access"));
    keys.addAll(operators);
    keys.add(
        optional(
            "on_error",
            words(ErrorPolicy.values()),
            "What happens to a row on which an expression of the step fails; fail.",
            "dead_letter"));
    return new Mapping("step", "A named transformation; its id is the identity of its state.", keys)
        .with(new Choice(operators.stream().map(StepShapes::chosen).toList()));
  }

  private static Choice.Case chosen(Key operator) {
    boolean namesItsInputs = operator.name().equals("union") || operator.name().equals("join");
    List<String> from = List.of("from");
    return new Choice.Case(
        operator.name(), namesItsInputs ? List.of() : from, namesItsInputs ? from : List.of());
  }

  private static List<Key> operators() {
    return List.of(
        optional(
            "filter",
            EXPRESSION,
            "Keeps the rows for which the condition is true.",
            "status < 500"),
        optional(
            "select",
            COLUMNS,
            "Exactly these columns, in this order.",
            "{ts: ts, host: lower(host)}"),
        optional(
            "with",
            COLUMNS,
            "Adds columns, or replaces them; all expressions see the input.",
            "{day: to_date(ts)}"),
        optional("drop", NAMES, "Leaves columns out.", "[raw, tmp]"),
        optional(
            "rename",
            new Names(TextKind.NAME, NAME, Size.AT_LEAST_ONE),
            "Gives columns other names: the new one, then the old one.",
            "{site: host}"),
        optional(
            "explode",
            explode(),
            "One row for each element of an array or map.",
            "{column: tags, as: tag}"),
        optional(
            "watermark",
            SourceShapes.watermark(),
            "Event time of a column that a step computed.",
            "{column: ts, delay: 10 minutes}"),
        optional(
            "aggregate",
            aggregate(),
            "One row for each group, in windows of event time or over all of it.",
            "{window: {tumbling: 1 minute}, by: [site], compute: {n: count(*)}}"),
        optional(
            "deduplicate",
            deduplicate(),
            "The first row of each key.",
            "{by: [id], within: watermark}"),
        optional(
            "join",
            join(),
            "Pairs the rows of two streams, or of a stream and a static source.",
            "{left: shown, right: clicks, match: left.ad = right.ad}"),
        optional(
            "union",
            new Items(NAME, Size.AT_LEAST_ONE),
            "The rows of all inputs, matched by column name.",
            "[web, app]"),
        optional(
            "lookup",
            lookup(),
            "Rows with what a static source has of them.",
            "{source: products, match: left.sku = right.sku}"),
        optional(
            "stateful",
            StatefulShapes.stateful(),
            "Variables for each key, with rules and time-outs.",
            "{by: [card], state: {n: {type: int}}, rules: [{set: {n: 'coalesce(state.n, 0)'}}]}"),
        optional(
            "limit",
            COUNT,
            "The first rows: once for all time, or of each complete result.",
            "100"),
        optional(
            "sort",
            new Items(sortKey(), Size.AT_LEAST_ONE),
            "Orders a complete result.",
            "[{column: n, order: desc}]"));
  }

  private static Mapping explode() {
    return new Mapping(
        "explode",
        "One row for each element of a column; the column goes.",
        List.of(
            required("column", NAME, "The array or map.", "tags"),
            required("as", NAME, "The name of the column that holds an element.", "tag"),
            optional("outer", BOOLEAN, "Whether rows without elements stay; false.", "true")));
  }

  private static Mapping aggregate() {
    return new Mapping(
        "aggregate",
        "Groups and what is computed of each: window_start, window_end, the keys, the results.",
        List.of(
            optional(
                "window",
                window(),
                "Spans of event time that rows are counted in.",
                "{tumbling: 5 minutes}"),
            optional(
                "by", GROUPING, "Columns, or names with expressions, that make a group.", "[site]"),
            required(
                "compute",
                COLUMNS,
                "Names with expressions built from aggregates, keys and constants.",
                "{requests: count(*), slow: count(*) FILTER (WHERE latency_ms > 250)}"),
            optional(
                "changes_only",
                BOOLEAN,
                "Update mode: a group only if one of its columns changed; false.",
                "true"),
            optional(
                "final",
                BOOLEAN,
                "Update mode: one more row, marked in `_final`, when a group closes; false.",
                "true"),
            optional(
                "op",
                BOOLEAN,
                "Update mode: adds the column `_op`: insert, update or delete; false.",
                "true")));
  }

  private static Mapping window() {
    return new Mapping(
            "window",
            "A span of event time: tumbling, sliding or session.",
            List.of(
                optional("tumbling", DURATION, "Windows side by side, this long.", "5 minutes"),
                optional("sliding", DURATION, "Windows that overlap, this long.", "10 minutes"),
                optional(
                    "session",
                    DURATION,
                    "A window that ends after so long without rows.",
                    "30 minutes"),
                optional("column", NAME, "The event time; the column of the watermark.", "ts"),
                optional("every", DURATION, "Sliding: the distance of starts.", "5 minutes"),
                optional(
                    "offset",
                    DURATION,
                    "How far starts are moved; not for sessions.",
                    "15 minutes")))
        .with(
            new Choice(
                List.of(
                    new Choice.Case("tumbling", List.of(), List.of("every")),
                    new Choice.Case("sliding", List.of("every"), List.of()),
                    new Choice.Case("session", List.of(), List.of("every", "offset")))));
  }

  private static Mapping deduplicate() {
    return new Mapping(
        "deduplicate",
        "What makes a duplicate, and how long a key is remembered.",
        List.of(
            optional("by", NAMES, "The columns of the key; all without it.", "[id]"),
            optional(
                "within",
                new Either(List.of(words("watermark"), DURATION)),
                "As long as duplicates are waited for, or for so much event time.",
                "watermark",
                "24 hours")));
  }

  private static Mapping join() {
    return new Mapping(
        "join",
        "Two inputs, and what must hold of a pair.",
        List.of(
            required("left", NAME, "A source or step.", "shown"),
            required("right", NAME, "A source or step.", "clicks"),
            optional("type", words(JoinType.values()), "Which rows come out; inner.", "left_outer"),
            required(
                "match",
                EXPRESSION,
                "A condition on `left.a` and `right.b` with at least one equality.",
                "left.ad = right.ad AND right.at >= left.at"),
            optional(
                "select",
                COLUMNS,
                "The columns; left's, then right's without it.",
                "{ad: left.ad}")));
  }

  private static Mapping lookup() {
    return new Mapping(
        "lookup",
        "A static source, and which of its rows belong to a row.",
        List.of(
            required("source", NAME, "A source with `static: true`.", "products"),
            required(
                "match", EXPRESSION, "A condition; `right` is the source.", "left.sku = right.sku"),
            optional(
                "type",
                words(JoinType.INNER, JoinType.LEFT_OUTER),
                "Whether rows without a partner stay; inner.",
                "left_outer"),
            optional(
                "select",
                COLUMNS,
                "The columns; left's, then right's without it.",
                "{id: left.id, name: right.name}"),
            optional(
                "cache",
                cache(),
                "For sources that are asked key by key.",
                "{max_rows: 100000, expire_after: 10 minutes}")));
  }

  private static Mapping cache() {
    return new Mapping(
        "cache",
        "How much of a source that is asked key by key is remembered.",
        List.of(
            optional("max_rows", POSITIVE, "How many rows; 100000.", "100000"),
            optional(
                "expire_after",
                DURATION,
                "How long; what `refresh` of the source says.",
                "10 minutes")));
  }

  private static Mapping sortKey() {
    return new Mapping(
        "sort_key",
        "A column and its direction.",
        List.of(
            required("column", NAME, "The column.", "n"),
            optional("order", words(SortOrder.values()), "The direction; asc.", "desc")));
  }
}
