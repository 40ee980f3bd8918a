package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;
import static tidemark.operators.expr.function.Define.lenient;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.kernel.Choice;
import tidemark.operators.expr.kernel.Comparison;
import tidemark.operators.expr.kernel.Comparisons;
import tidemark.operators.expr.kernel.Constant;
import tidemark.operators.expr.kernel.Logic;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Functions about nulls, choices and extremes of their arguments. */
final class ConditionFunctions {
  private ConditionFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        function(
            "coalesce|nvl|ifnull",
            "coalesce(value, …)",
            "The first argument that is not null.",
            "coalesce(NULL, 2) -> 2",
            Rules.common(1, false),
            c -> Choice.coalesce(c.arguments(), c.type())),
        function(
            "if",
            "if(condition, then, else)",
            "One of two values.",
            "if(1 < 2, 'a', 'b') -> a",
            ConditionFunctions::ifRule,
            c ->
                Choice.of(List.of(c.argument(0)), List.of(c.argument(1)), c.argument(2), c.type())),
        function(
            "nvl2",
            "nvl2(tested, present, missing)",
            "The second argument if the first is not null, else the third.",
            "nvl2(NULL, 1, 2) -> 2",
            ConditionFunctions::nvl2Rule,
            c ->
                Choice.of(
                    List.of(Logic.isNull(c.argument(0), false)),
                    List.of(c.argument(1)),
                    c.argument(2),
                    c.type())),
        function(
            "nullif",
            "nullif(value, unwanted)",
            "The value, or null if it equals the unwanted one.",
            "nullif(0, 0) -> NULL",
            ConditionFunctions::nullIfRule,
            ConditionFunctions::nullIf),
        function(
            "isnull",
            "isnull(value)",
            "Whether the value is null.",
            "isnull(1) -> false",
            Typings.tested(),
            c -> Logic.isNull(c.argument(0), true)),
        function(
            "isnotnull",
            "isnotnull(value)",
            "Whether the value is not null.",
            "isnotnull(1) -> true",
            Typings.tested(),
            c -> Logic.isNull(c.argument(0), false)),
        function(
            "isnan",
            "isnan(number)",
            "Whether the number is NaN; false for null.",
            "isnan(CAST('NaN' AS DOUBLE)) -> true",
            Typings.notNull(Rules.takes(Parameter.DOUBLE), SimpleType.BOOLEAN),
            lenient(
                (in, out) ->
                    out.set(in.position(), !in.isNull(0) && Double.isNaN(in.doubleAt(0))))),
        function(
            "nanvl",
            "nanvl(number, otherwise)",
            "The number, or the other one if it is NaN.",
            "nanvl(1.5D, 0D) -> 1.5",
            Rules.takes(Parameter.DOUBLE, Parameter.DOUBLE).gives(SimpleType.DOUBLE),
            ConditionFunctions::nanvl),
        function(
            "equal_null",
            "equal_null(a, b)",
            "Equality in which null equals null.",
            "equal_null(NULL, NULL) -> true",
            ConditionFunctions::equalNullRule,
            c -> Comparisons.nullSafeEqual(c.argument(0), c.argument(1), c.argumentType(0))),
        function(
            "greatest",
            "greatest(a, b, …)",
            "The largest argument, nulls left out.",
            "greatest(1, 3, NULL) -> 3",
            ConditionFunctions::extremeRule,
            c -> extreme(c, 1)),
        function(
            "least",
            "least(a, b, …)",
            "The smallest argument, nulls left out.",
            "least(1, 3, NULL) -> 1",
            ConditionFunctions::extremeRule,
            c -> extreme(c, -1)),
        function(
            "zeroifnull",
            "zeroifnull(number)",
            "The number, or zero if it is null.",
            "zeroifnull(NULL) -> 0",
            ConditionFunctions::zeroIfNullRule,
            ConditionFunctions::zeroIfNull),
        function(
            "nullifzero",
            "nullifzero(number)",
            "The number, or null if it is zero.",
            "nullifzero(0) -> NULL",
            Rules.takes(Parameter.NUMBER).mayGive(t -> t.get(0)),
            ConditionFunctions::nullIfZero),
        function(
            "typeof",
            "typeof(value)",
            "The name of the value's type.",
            "typeof(1) -> int",
            Typings.notNull(Rules.takes(Parameter.ANY), SimpleType.STRING),
            c ->
                new Constant(
                    Literal.of(
                        c.argumentType(0)
                            .ddl()
                            .replace(": ", ":")
                            .replace(", ", ",")
                            .replace(" not null", "")))));
  }

  private static Typing ifRule(List<Expression> a) {
    boolean condition =
        a.size() == 3
            && (a.get(0).type() == SimpleType.BOOLEAN || a.get(0).type() == SimpleType.VOID);
    Optional<DataType> type =
        condition ? Coercion.common(a.get(1).type(), a.get(2).type()) : Optional.empty();
    return type.isEmpty()
        ? Typing.unfit()
        : new Typing.Fits(
            List.of(SimpleType.BOOLEAN, type.get(), type.get()),
            type.get(),
            a.get(1).nullable() || a.get(2).nullable());
  }

  private static Typing nvl2Rule(List<Expression> a) {
    Optional<DataType> type =
        a.size() == 3 ? Coercion.common(a.get(1).type(), a.get(2).type()) : Optional.empty();
    return type.isEmpty()
        ? Typing.unfit()
        : new Typing.Fits(
            List.of(a.get(0).type(), type.get(), type.get()),
            type.get(),
            a.get(1).nullable() || a.get(2).nullable());
  }

  private static Typing nullIfRule(List<Expression> a) {
    Optional<DataType> type =
        a.size() == 2
            ? Coercion.common(a.get(0).type(), a.get(1).type())
                .filter(t -> ValueComparator.isOrderable(t))
            : Optional.empty();
    return type.isEmpty()
        ? Typing.unfit()
        : new Typing.Fits(List.of(a.get(0).type(), a.get(1).type()), a.get(0).type(), true);
  }

  private static Evaluator nullIf(BoundCall c) {
    DataType common = Coercion.common(c.argumentType(0), c.argumentType(1)).orElseThrow();
    Evaluator a = cast(c, 0, common);
    Evaluator b = cast(c, 1, common);
    if (b instanceof Constant constant && constant.isNull()) {
      return c.argument(0);
    }
    return Choice.nullIf(c.argument(0), Comparisons.of(Comparison.EQUAL, a, b, common));
  }

  private static Evaluator cast(BoundCall c, int i, DataType type) {
    return Typings.cast(c.argument(i), c.argumentType(i), type, c.context());
  }

  private static Typing equalNullRule(List<Expression> a) {
    Optional<DataType> type =
        a.size() == 2
            ? Coercion.common(a.get(0).type(), a.get(1).type())
                .filter(t -> ValueComparator.isOrderable(t))
            : Optional.empty();
    return type.isEmpty()
        ? Typing.unfit()
        : new Typing.Fits(List.of(type.get(), type.get()), SimpleType.BOOLEAN, false);
  }

  private static Evaluator nanvl(BoundCall c) {
    Rows.Function isNan = (in, out) -> out.set(in.position(), Double.isNaN(in.doubleAt(0)));
    Evaluator condition =
        Rows.strict(List.of(c.argument(0)), List.of(SimpleType.DOUBLE), SimpleType.BOOLEAN, isNan);
    return Choice.of(List.of(condition), List.of(c.argument(1)), c.argument(0), c.type());
  }

  /** Strings are not compared with other types here. */
  private static Typing extremeRule(List<Expression> a) {
    long texts = a.stream().filter(e -> e.type() == SimpleType.STRING).count();
    long others =
        a.stream()
            .filter(e -> e.type() != SimpleType.STRING && e.type() != SimpleType.VOID)
            .count();
    boolean ordered = a.stream().allMatch(e -> ValueComparator.isOrderable(e.type()));
    return texts > 0 && others > 0 || !ordered
        ? Typing.unfit("they must be of one type that has an order")
        : Rules.common(2, false).apply(a);
  }

  private static Evaluator extreme(BoundCall c, int sign) {
    ValueComparator order = ValueComparator.of(c.type());
    return Rows.lenient(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          int best = -1;
          for (int i = 0; i < in.count(); i++) {
            boolean better =
                !in.isNull(i)
                    && (best < 0
                        || sign
                                * order.compare(
                                    in.column(i), in.position(), in.column(best), in.position())
                            > 0);
            best = better ? i : best;
          }
          if (best < 0) {
            out.setNull(in.position());
          } else {
            out.copy(in.position(), in.column(best), in.position());
          }
        });
  }

  private static Typing zeroIfNullRule(List<Expression> a) {
    if (a.size() != 1) {
      return Typing.unfit();
    }
    Optional<DataType> type = Coercion.common(a.get(0).type(), SimpleType.INT);
    return type.isEmpty()
        ? Typing.unfit()
        : new Typing.Fits(List.of(type.get()), type.get(), false);
  }

  private static Evaluator zeroIfNull(BoundCall c) {
    Evaluator zero =
        Typings.cast(new Constant(Literal.of(0)), SimpleType.INT, c.type(), c.context());
    List<Evaluator> arguments = new ArrayList<>(Collections.singletonList(c.argument(0)));
    arguments.add(zero);
    return Choice.coalesce(arguments, c.type());
  }

  private static Evaluator nullIfZero(BoundCall c) {
    Evaluator zero =
        Typings.cast(new Constant(Literal.of(0)), SimpleType.INT, c.argumentType(0), c.context());
    return Choice.nullIf(
        c.argument(0), Comparisons.of(Comparison.EQUAL, c.argument(0), zero, c.argumentType(0)));
  }
}
