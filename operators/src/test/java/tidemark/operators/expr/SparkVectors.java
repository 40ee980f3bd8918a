package tidemark.operators.expr;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.bind.Evaluators;
import tidemark.operators.expr.compile.ExpressionCompiler;
import tidemark.operators.expr.value.TimeText;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Evaluates expressions without columns and writes type and value as the recorded vectors do. */
final class SparkVectors {
  private SparkVectors() {}

  /**
   * {@code type TAB value}; {@code FAILS …} where it fails when run or folded, {@code REFUSED …}
   * where it does not compile.
   */
  static String outcome(String text, java.time.ZoneId zone) {
    List<Expr.Mistake> mistakes = new ArrayList<>();
    Optional<Expression> compiled =
        new ExpressionCompiler(zone, AggregateResolver.NONE)
            .row(
                text,
                Scope.of(new Schema(List.of())),
                (code, place, message, hint) ->
                    mistakes.add(new Expr.Mistake(code, place, message, hint.orElse(""))));
    if (compiled.isEmpty()) {
      Expr.Mistake first = mistakes.get(0);
      boolean constant = first.code() == tidemark.operators.diagnostics.Code.TM309;
      return constant
          ? "\tFAILS " + first.message()
          : "REFUSED\t" + first.code() + " " + first.message();
    }
    Expression e = compiled.get();
    String type = word(e.type());
    try {
      Batch one = new Batch(new Schema(List.of()), new Column[0], 1);
      Column column =
          Evaluators.bind(e, one.schema(), new EvaluationContext(zone, 1_700_000_000_123L))
              .evaluate(one, Selection.all(1));
      return type + "\t" + show(column, 0, e.type());
    } catch (Failure f) {
      return type + "\tFAILS " + f.getMessage();
    }
  }

  /** The type as the vectors name it: intervals without their fields. */
  static String word(DataType type) {
    return normal(type.ddl());
  }

  static String normal(String type) {
    return type.toLowerCase(Locale.ROOT)
        .replaceAll(
            "interval (day|hour|minute|second)( to (hour|minute|second))?",
            "interval day to second")
        .replaceAll("interval (year|month)( to month)?", "interval year to month")
        .replace(" ", "")
        .replace("`", "")
        .replace("notnull", "");
  }

  static @Nullable String show(Column column, int row, DataType type) {
    if (column.isNull(row)) {
      return "null";
    }
    if (column instanceof LongColumn c) {
      return showLong(c.get(row), type);
    }
    if (column instanceof DoubleColumn c) {
      return type == SimpleType.FLOAT
          ? Float.toString((float) c.get(row))
          : Double.toString(c.get(row));
    }
    if (column instanceof BooleanColumn c) {
      return Boolean.toString(c.get(row));
    }
    if (column instanceof DecimalColumn c) {
      return c.get(row).toPlainString();
    }
    if (column instanceof BytesColumn c) {
      return type == SimpleType.STRING
          ? "'" + c.string(row).replace("\n", "\\n").replace("\r", "\\r") + "'"
          : "X" + new Binary(c.bytes(row));
    }
    List<String> parts = new ArrayList<>();
    if (column instanceof ArrayColumn c) {
      for (int i = 0; i < c.length(row); i++) {
        parts.add(show(c.elements(), c.start(row) + i, ((ArrayType) type).element()));
      }
      return "[" + String.join(", ", parts) + "]";
    }
    if (column instanceof MapColumn c) {
      for (int i = 0; i < c.length(row); i++) {
        int e = c.start(row) + i;
        parts.add(
            show(c.keys(), e, ((MapType) type).key())
                + ": "
                + show(c.values(), e, ((MapType) type).value()));
      }
      Collections.sort(parts);
      return "map{" + String.join(", ", parts) + "}";
    }
    StructColumn c = (StructColumn) column;
    for (int i = 0; i < c.fieldCount(); i++) {
      parts.add(show(c.field(i), row, ((StructType) type).fields().get(i).type()));
    }
    return "{" + String.join(", ", parts) + "}";
  }

  private static String showLong(long value, DataType type) {
    if (type instanceof DecimalType decimal) {
      return BigDecimal.valueOf(value, decimal.scale()).toPlainString();
    }
    return switch ((SimpleType) type) {
      case DATE -> java.time.LocalDate.ofEpochDay(value).toString();
      case TIMESTAMP -> TimeText.instant(value).toString();
      case TIMESTAMP_NTZ ->
          LocalDateTime.ofInstant(TimeText.instant(value), ZoneOffset.UTC).toString();
      case DAY_TIME_INTERVAL -> "us" + value;
      case YEAR_MONTH_INTERVAL -> "mo" + value;
      default -> Long.toString(value);
    };
  }
}
