package tidemark.runner.inspect;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.batch.Batch;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Filter;
import tidemark.operators.expr.Scope;
import tidemark.operators.expr.bind.Evaluators;
import tidemark.operators.expr.compile.ExpressionCompiler;
import tidemark.operators.types.Schema;

/** Which decoded rows are wanted. */
public final class RowFilter {
  private final Schema schema;
  private final List<Filter> filters = new ArrayList<>();

  /** Every row. */
  public RowFilter(Schema schema) {
    this.schema = schema;
  }

  /**
   * Only rows with this value.
   *
   * @param text {@code column=value}; the value as the type's text, {@code null} for no value
   * @throws Failure TM522 if there is no such column or the value does not fit
   */
  public RowFilter where(String text) {
    int equals = text.indexOf('=');
    String name = text.substring(0, Math.max(equals, 0));
    if (equals < 0) {
      throw new Failure(
          Code.TM522, "`" + text + "` is not NAME=VALUE", "the columns are " + columns());
    }
    if (schema.find(name).isEmpty()) {
      throw new Failure(
          Code.TM522,
          "rows have no column `" + name + "`",
          Nearest.of(name, schema.names())
              .map(n -> "did you mean `" + n + "`?")
              .orElse("the columns are " + columns()));
    }
    String value = text.substring(equals + 1);
    String type = schema.field(schema.find(name).getAsInt()).type().ddl();
    String quoted = "`" + name.replace("`", "``") + "`";
    filters.add(
        value.equals("null")
            ? filter(quoted + " IS NULL", text)
            : filter(quoted + " = CAST(" + literal(value) + " AS " + type + ")", text));
    return this;
  }

  private String columns() {
    return String.join(", ", schema.names());
  }

  /**
   * Only rows whose window holds this instant.
   *
   * @throws Failure TM522 if rows have no window or the text is no instant
   */
  public RowFilter inWindow(String instant) {
    if (schema.find("window_start").isEmpty()) {
      throw new Failure(Code.TM522, "rows of this step have no window", "leave --window out");
    }
    try {
      String moment = "TIMESTAMP '" + Instant.parse(instant) + "'";
      filters.add(filter("window_start <= " + moment + " AND window_end > " + moment, instant));
    } catch (DateTimeParseException e) {
      throw new Failure(
          Code.TM522, "`" + instant + "` is no instant", "write it as 2026-01-01T12:00:00Z", e);
    }
    return this;
  }

  private static String literal(String value) {
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private Filter filter(String condition, String shown) {
    List<String> wrong = new ArrayList<>();
    Optional<Expression> typed =
        new ExpressionCompiler(ZoneOffset.UTC, new AggregateCatalogue())
            .condition(
                condition, Scope.of(schema), (code, place, message, hint) -> wrong.add(message));
    return typed
        .map(e -> Evaluators.bindFilter(e, schema, new EvaluationContext(ZoneOffset.UTC, 0)))
        .orElseThrow(
            () ->
                new Failure(
                    Code.TM522,
                    "`" + shown + "` cannot be looked for: " + String.join("; ", wrong),
                    "write the value as its type's text, such as 12, true or"
                        + " 2026-01-01T12:00:00Z"));
  }

  /** The wanted rows of a batch. */
  public Batch keep(Batch batch) {
    Batch kept = batch;
    for (Filter filter : filters) {
      kept = kept.select(filter.keep(kept, kept.selection()));
    }
    return kept;
  }
}
