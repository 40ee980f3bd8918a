package tidemark.operators.expr.bind;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.Binary;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.function.BoundCall;
import tidemark.operators.expr.function.Catalogue;
import tidemark.operators.expr.kernel.Constant;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * Constant arguments with which a function fails for all rows, whatever its other arguments are: a
 * divisor of zero, a pattern that is none. They are found by calling the function with plain values
 * in place of what is not constant.
 */
public final class ConstantArguments {
  /** By function, the position of the argument that alone can make it fail. */
  private static final Map<String, Integer> DECISIVE =
      Map.ofEntries(
          Map.entry("/", 1),
          Map.entry("%", 1),
          Map.entry("div", 1),
          Map.entry("pmod", 1),
          Map.entry("date_format", 1),
          Map.entry("from_unixtime", 1),
          Map.entry("to_timestamp", 1),
          Map.entry("to_timestamp_ltz", 1),
          Map.entry("to_timestamp_ntz", 1),
          Map.entry("to_date", 1),
          Map.entry("unix_timestamp", 1),
          Map.entry("next_day", 1),
          Map.entry("from_utc_timestamp", 1),
          Map.entry("to_utc_timestamp", 1),
          Map.entry("convert_timezone", 0),
          Map.entry("like", 1),
          Map.entry("ilike", 1),
          Map.entry("rlike", 1),
          Map.entry("regexp_extract", 1),
          Map.entry("regexp_extract_all", 1),
          Map.entry("regexp_replace", 1),
          Map.entry("regexp_count", 1),
          Map.entry("regexp_substr", 1),
          Map.entry("regexp_instr", 1),
          Map.entry("split", 1),
          Map.entry("split_part", 2),
          Map.entry("str_to_map", 1),
          Map.entry("encode", 1),
          Map.entry("decode", 1),
          Map.entry("bit_get", 1),
          Map.entry("format_string", 0));

  /**
   * Functions that also fail by their text, and the form of them that fails by its pattern only.
   */
  private static final Map<String, String> BY_PATTERN =
      Map.of(
          "to_timestamp", "try_to_timestamp",
          "to_timestamp_ltz", "try_to_timestamp",
          "to_timestamp_ntz", "try_to_timestamp",
          "to_date", "try_to_date",
          "unix_timestamp", "try_to_timestamp");

  private ConstantArguments() {}

  /**
   * What every row fails with that reaches a call.
   *
   * @param argument the position of the argument to blame
   */
  public record Problem(int argument, Failure failure) {}

  /** Why the call cannot work; empty if it can for some row, or if that is not known. */
  public static Optional<Problem> problem(Call call, EvaluationContext context) {
    Integer decisive = DECISIVE.get(call.function());
    if (decisive == null
        || decisive >= call.arguments().size()
        || !Expressions.isConstant(call.arguments().get(decisive))) {
      return Optional.empty();
    }
    List<Constant> values = new ArrayList<>();
    for (Expression argument : call.arguments()) {
      Optional<Literal> value =
          Expressions.isConstant(argument)
              ? Folding.value(argument, context)
              : plain(argument.type());
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.add(new Constant(value.get()));
    }
    return failure(call, values, context)
        .map(
            failure ->
                new Problem(decisive, isDivision(call) ? asWritten(failure, call) : failure));
  }

  private static boolean isDivision(Call call) {
    return !Character.isLetter(call.function().charAt(0)) || call.function().equals("div");
  }

  /** A division names its operands, and these are not the written ones. */
  private static Failure asWritten(Failure failure, Call call) {
    return new Failure(
        failure.code(), "division by zero in `%s`".formatted(call.canonical()), failure.wayOut());
  }

  private static Optional<Failure> failure(
      Call call, List<Constant> values, EvaluationContext context) {
    BoundCall bound =
        new BoundCall(
            call.function(),
            List.copyOf(values),
            call.arguments().stream().map(Expression::type).toList(),
            List.of(),
            call.type(),
            context);
    String function = BY_PATTERN.getOrDefault(call.function(), call.function());
    Batch one = new Batch(new Schema(List.of()), new Column[0], 1);
    try {
      Column unused =
          Catalogue.spark()
              .find(function)
              .orElseThrow()
              .kernel()
              .bind(bound)
              .evaluate(one, Selection.all(1));
      return Optional.empty();
    } catch (Failure e) {
      return Optional.of(e);
    }
  }

  /** A value that no function fails by: zero, an empty text. */
  private static Optional<Literal> plain(DataType type) {
    if (type == SimpleType.STRING) {
      return Optional.of(Literal.of(""));
    }
    if (type instanceof DecimalType decimal) {
      return Optional.of(new Literal(type, BigDecimal.ZERO.setScale(decimal.scale())));
    }
    return switch (type.physical()) {
      case BOOLEAN -> Optional.of(Literal.FALSE);
      case LONG -> Optional.of(new Literal(type, 0L));
      case DOUBLE -> Optional.of(new Literal(type, 0.0));
      case BYTES -> Optional.of(new Literal(type, new Binary(new byte[0])));
      case DECIMAL, ARRAY, MAP, STRUCT -> Optional.empty();
    };
  }
}
