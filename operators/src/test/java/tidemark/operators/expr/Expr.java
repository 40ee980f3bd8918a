package tidemark.operators.expr;

import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.expr.bind.Evaluators;
import tidemark.operators.expr.compile.ExpressionCompiler;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Compiles and runs expressions for tests, over no columns or over given rows. */
final class Expr {
  static final ZoneId UTC = ZoneId.of("UTC");

  /** One reported mistake. */
  record Mistake(Code code, Place place, String message, String hint) {}

  /** Collects mistakes. */
  static final class Mistakes implements ExpressionErrors {
    final List<Mistake> all = new ArrayList<>();

    @Override
    public void error(Code code, Place place, String message, Optional<String> hint) {
      all.add(new Mistake(code, place, message, hint.orElse("")));
    }
  }

  private Expr() {}

  static Schema schema(String... columns) {
    List<Field> fields = new ArrayList<>();
    for (String column : columns) {
      String[] parts = column.strip().split("\\s+", 2);
      boolean notNull = parts[1].endsWith(" not null");
      fields.add(
          new Field(
              parts[0], type(notNull ? parts[1].replace(" not null", "") : parts[1]), !notNull));
    }
    return new Schema(fields);
  }

  static DataType type(String ddl) {
    Mistakes mistakes = new Mistakes();
    return ExpressionCompiler.type(ddl, mistakes)
        .orElseThrow(() -> new AssertionError(mistakes.all.toString()));
  }

  static Expression compile(String text, Schema schema) {
    return compile(text, Scope.of(schema));
  }

  static Expression compile(String text, Scope scope) {
    Mistakes mistakes = new Mistakes();
    Optional<Expression> e =
        new ExpressionCompiler(UTC, AggregateResolver.NONE).row(text, scope, mistakes);
    return e.orElseThrow(() -> new AssertionError(text + ": " + mistakes.all));
  }

  static List<Mistake> mistakes(String text, Schema schema) {
    Mistakes mistakes = new Mistakes();
    Optional<Expression> e =
        new ExpressionCompiler(UTC, AggregateResolver.NONE).row(text, Scope.of(schema), mistakes);
    if (e.isPresent() != mistakes.all.isEmpty()) {
      throw new AssertionError(text + ": result " + e + " but mistakes " + mistakes.all);
    }
    return mistakes.all;
  }

  /** The value of an expression without columns, as Java objects. */
  static @Nullable Object value(String text) {
    return values(text, new Schema(List.of()), List.<List<Object>>of(List.of())).get(0);
  }

  static DataType typeOf(String text, String... columns) {
    return compile(text, schema(columns)).type();
  }

  static List<Object> values(String text, Schema schema, List<List<Object>> rows) {
    Batch batch = batch(schema, rows);
    return values(text, batch, batch.selection());
  }

  static List<Object> values(String text, Batch batch, Selection rows) {
    Expression e = compile(text, batch.schema());
    Column column =
        Evaluators.bind(e, batch.schema(), new EvaluationContext(UTC, 1_700_000_000_123L))
            .evaluate(batch, rows);
    if (column.size() != batch.size()) {
      throw new AssertionError("column of " + column.size() + " rows");
    }
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < rows.count(); i++) {
      values.add(get(column, rows.row(i), e.type()));
    }
    return values;
  }

  static Batch batch(Schema schema, List<List<Object>> rows) {
    BatchBuilder builder = new BatchBuilder(schema);
    for (List<Object> row : rows) {
      for (int i = 0; i < schema.size(); i++) {
        append(builder.column(i), row.get(i), schema.field(i).type());
      }
      builder.closeRow();
    }
    return builder.take();
  }

  @SafeVarargs
  static List<Object> row(@Nullable Object... values) {
    return new ArrayList<>(Arrays.asList(values));
  }

  private static void append(ColumnBuilder builder, @Nullable Object value, DataType type) {
    if (value == null) {
      builder.appendNull();
      return;
    }
    if (builder instanceof LongBuilder b) {
      b.append(
          type instanceof DecimalType decimal
              ? new BigDecimal(value.toString())
                  .setScale(decimal.scale())
                  .unscaledValue()
                  .longValueExact()
              : ((Number) value).longValue());
    } else if (builder instanceof DoubleBuilder b) {
      b.append(((Number) value).doubleValue());
    } else if (builder instanceof BooleanBuilder b) {
      b.append((Boolean) value);
    } else if (builder instanceof BytesBuilder b) {
      if (value instanceof byte[] bytes) {
        b.append(bytes, 0, bytes.length);
      } else {
        b.append((String) value);
      }
    } else if (builder instanceof DecimalBuilder b) {
      b.append(new BigDecimal(value.toString()).setScale(((DecimalType) type).scale()));
    } else {
      appendNested(builder, value, type);
    }
  }

  private static void appendNested(ColumnBuilder builder, Object value, DataType type) {
    if (builder instanceof tidemark.operators.batch.ArrayBuilder b) {
      int first = b.elements().size();
      ((List<?>) value).forEach(v -> append(b.elements(), v, ((ArrayType) type).element()));
      b.closeRow(first);
    } else if (builder instanceof tidemark.operators.batch.MapBuilder b) {
      int first = b.keys().size();
      ((Map<?, ?>) value)
          .forEach(
              (k, v) -> {
                append(b.keys(), k, ((MapType) type).key());
                append(b.values(), v, ((MapType) type).value());
              });
      b.closeRow(first);
    } else {
      tidemark.operators.batch.StructBuilder b = (tidemark.operators.batch.StructBuilder) builder;
      List<?> values = (List<?>) value;
      for (int i = 0; i < values.size(); i++) {
        append(b.field(i), values.get(i), ((StructType) type).fields().get(i).type());
      }
      b.closeRow();
    }
  }

  /** Longs, doubles, BigDecimals, booleans, strings; hex for binary; lists and maps. */
  static @Nullable Object get(Column column, int row, DataType type) {
    if (column.isNull(row)) {
      return null;
    }
    if (column instanceof LongColumn c) {
      return type instanceof DecimalType decimal
          ? (Object) BigDecimal.valueOf(c.get(row), decimal.scale())
          : (Object) c.get(row);
    }
    if (column instanceof DoubleColumn c) {
      return c.get(row);
    }
    if (column instanceof BooleanColumn c) {
      return c.get(row);
    }
    if (column instanceof DecimalColumn c) {
      return c.get(row);
    }
    if (column instanceof BytesColumn c) {
      return type == SimpleType.STRING ? c.string(row) : new Binary(c.bytes(row)).toString();
    }
    if (column instanceof ArrayColumn c) {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < c.length(row); i++) {
        values.add(get(c.elements(), c.start(row) + i, ((ArrayType) type).element()));
      }
      return values;
    }
    if (column instanceof MapColumn c) {
      Map<Object, Object> values = new LinkedHashMap<>();
      for (int i = 0; i < c.length(row); i++) {
        values.put(
            get(c.keys(), c.start(row) + i, ((MapType) type).key()),
            get(c.values(), c.start(row) + i, ((MapType) type).value()));
      }
      return values;
    }
    StructColumn c = (StructColumn) column;
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < c.fieldCount(); i++) {
      values.add(get(c.field(i), row, ((StructType) type).fields().get(i).type()));
    }
    return values;
  }
}
