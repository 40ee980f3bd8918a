package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;
import static tidemark.operators.expr.function.Define.rows;

import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.ResultSize;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Functions that cut, extend and generate arrays. */
final class ArrayParts {
  private ArrayParts() {}

  static List<FunctionDefinition> all() {
    return List.of(
        rows(
            "slice",
            "slice(array, start, length)",
            "A part of the array; positions count from 1, negative ones from the end.",
            "slice(array(1, 2, 3), 2, 2) -> [2, 3]",
            Rules.takes(Parameter.ARRAY, Parameter.INT, Parameter.INT).gives(t -> t.get(0)),
            ArrayParts::slice),
        function(
            "array_append",
            "array_append(array, value)",
            "The array with one more element at its end.",
            "array_append(array(1), 2) -> [1, 2]",
            ArrayParts::elementRule,
            c -> extended(c, false)),
        function(
            "array_prepend",
            "array_prepend(array, value)",
            "The array with one more element at its start.",
            "array_prepend(array(1), 0) -> [0, 1]",
            ArrayParts::elementRule,
            c -> extended(c, true)),
        function(
            "array_remove",
            "array_remove(array, value)",
            "The array without elements equal to the value.",
            "array_remove(array(1, 2, 1), 1) -> [2]",
            ArrayParts::removeRule,
            ArrayParts::removed),
        rows(
            "array_compact",
            "array_compact(array)",
            "The array without nulls.",
            "array_compact(array(1, NULL)) -> [1]",
            Rules.takes(Parameter.ARRAY).gives(t -> t.get(0)),
            ArrayParts::compact),
        function(
            "array_repeat",
            "array_repeat(value, n)",
            "An array of the value n times.",
            "array_repeat('a', 2) -> [a, a]",
            ArrayParts::repeatRule,
            Define.lenient(ArrayParts::repeat)),
        rows(
            "flatten",
            "flatten(array of arrays)",
            "All inner elements in one array; null if an inner array is.",
            "flatten(array(array(1), array(2))) -> [1, 2]",
            Rules.takes(
                    t ->
                        t instanceof ArrayType a && a.element() instanceof ArrayType
                            ? Optional.of(t)
                            : Optional.empty())
                .mayGive(t -> ((ArrayType) t.get(0)).element()),
            ArrayParts::flatten),
        Define.function(
            "sequence",
            "sequence(from, to [, step])",
            "Whole numbers, dates or times from one to another, both included, by a step.",
            "sequence(1, 3) -> [1, 2, 3]",
            ArrayParts::sequenceRule,
            c ->
                c.argumentType(0).isIntegral()
                    ? Define.strict(ArrayParts::sequence).bind(c)
                    : TimeSequences.bound(c)));
  }

  private static void slice(Row in, ColumnSink out) {
    ArrayColumn array = (ArrayColumn) in.column(0);
    int length = array.length(in.position());
    int from = in.intAt(1);
    int count = in.intAt(2);
    if (from == 0 || count < 0) {
      throw Failures.argument(
          "slice",
          from == 0 ? "positions count from 1, there is no position 0" : "the length is negative",
          "use 1 for the first, -1 for the last");
    }
    int index = from > 0 ? from - 1 : length + from;
    ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
    int first = builder.elements().size();
    for (int i = index; index >= 0 && i < length && i - index < count; i++) {
      builder.elements().append(array.elements(), array.start(in.position()) + i);
    }
    builder.closeRow(first);
  }

  private static Typing elementRule(List<Expression> a) {
    if (a.size() != 2 || !(a.get(0).type() instanceof ArrayType array)) {
      return Typing.unfit();
    }
    Optional<DataType> type = Coercion.common(array.element(), a.get(1).type());
    return type.isEmpty()
        ? Typing.unfit("the value has another type than the elements")
        : new Typing.Fits(
            List.of(new ArrayType(type.get()), type.get()),
            new ArrayType(type.get()),
            a.get(0).nullable());
  }

  private static Evaluator extended(BoundCall c, boolean front) {
    return Rows.lenient(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          if (in.isNull(0)) {
            out.setNull(in.position());
            return;
          }
          ArrayColumn array = (ArrayColumn) in.column(0);
          ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
          int first = builder.elements().size();
          if (front) {
            builder.elements().append(in.column(1), in.position());
          }
          for (int i = 0; i < array.length(in.position()); i++) {
            builder.elements().append(array.elements(), array.start(in.position()) + i);
          }
          if (!front) {
            builder.elements().append(in.column(1), in.position());
          }
          builder.closeRow(first);
        });
  }

  private static Typing removeRule(List<Expression> a) {
    Typing typing = elementRule(a);
    return typing instanceof Typing.Fits fits
            && ArrayFunctions.SORTABLE.accept(fits.type()).isPresent()
        ? Typing.fits(fits.argumentTypes(), fits.type(), a)
        : Typing.unfit();
  }

  private static Evaluator removed(BoundCall c) {
    ValueComparator order = ValueComparator.of(c.argumentType(1));
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          ArrayColumn array = (ArrayColumn) in.column(0);
          ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
          int first = builder.elements().size();
          for (int e = array.start(in.position());
              e < array.start(in.position()) + array.length(in.position());
              e++) {
            if (array.elements().isNull(e)
                || order.compare(array.elements(), e, in.column(1), in.position()) != 0) {
              builder.elements().append(array.elements(), e);
            }
          }
          builder.closeRow(first);
        });
  }

  private static void compact(Row in, ColumnSink out) {
    ArrayColumn array = (ArrayColumn) in.column(0);
    ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
    int first = builder.elements().size();
    for (int e = array.start(in.position());
        e < array.start(in.position()) + array.length(in.position());
        e++) {
      if (!array.elements().isNull(e)) {
        builder.elements().append(array.elements(), e);
      }
    }
    builder.closeRow(first);
  }

  private static Typing repeatRule(List<Expression> a) {
    return a.size() == 2 && Coercion.assignable(a.get(1).type(), SimpleType.INT)
        ? new Typing.Fits(
            List.of(a.get(0).type(), SimpleType.INT),
            new ArrayType(a.get(0).type()),
            a.get(1).nullable())
        : Typing.unfit();
  }

  private static void repeat(Row in, ColumnSink out) {
    if (in.isNull(1)) {
      out.setNull(in.position());
      return;
    }
    ResultSize.checkArray("array_repeat", in.intAt(1));
    ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
    int first = builder.elements().size();
    for (int i = 0; i < in.intAt(1); i++) {
      builder.elements().append(in.column(0), in.position());
    }
    builder.closeRow(first);
  }

  private static void flatten(Row in, ColumnSink out) {
    ArrayColumn outer = (ArrayColumn) in.column(0);
    ArrayColumn inner = (ArrayColumn) outer.elements();
    if (ArrayFunctions.hasNull(outer, in.position())) {
      out.setNull(in.position());
      return;
    }
    ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
    int first = builder.elements().size();
    for (int i = outer.start(in.position());
        i < outer.start(in.position()) + outer.length(in.position());
        i++) {
      for (int e = inner.start(i); e < inner.start(i) + inner.length(i); e++) {
        builder.elements().append(inner.elements(), e);
      }
    }
    builder.closeRow(first);
  }

  private static Typing sequenceRule(List<Expression> a) {
    if (a.size() < 2 || a.size() > 3) {
      return Typing.unfit();
    }
    if (!a.stream().allMatch(e -> e.type().isIntegral())) {
      return TimeSequences.typed(a);
    }
    DataType type = Coercion.common(a.stream().map(Expression::type).toList()).orElseThrow();
    return Typing.fitsAll(type, new ArrayType(type), a);
  }

  private static void sequence(Row in, ColumnSink out) {
    long from = in.longAt(0);
    long to = in.longAt(1);
    long step = in.count() > 2 ? in.longAt(2) : from <= to ? 1 : -1;
    boolean legal = step > 0 && from <= to || step < 0 && from >= to || from == to;
    long count = legal && step != 0 ? (to - from) / step + 1 : legal ? 1 : 0;
    if (!legal || count > 1_000_000) {
      throw Failures.argument(
          "sequence",
          "no sequence leads from %d to %d by %d".formatted(from, to, step),
          "choose the step's sign so that it leads there, within a million elements");
    }
    ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
    int first = builder.elements().size();
    for (long i = 0; i < count; i++) {
      ((LongBuilder) builder.elements()).append(from + i * step);
    }
    builder.closeRow(first);
  }
}
