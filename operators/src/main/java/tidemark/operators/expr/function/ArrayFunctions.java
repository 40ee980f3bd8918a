package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;
import static tidemark.operators.expr.function.Define.rows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Functions that join, sort and compare arrays as sets. */
final class ArrayFunctions {
  static final Parameter SORTABLE =
      t ->
          t instanceof ArrayType a && ValueComparator.isOrderable(a.element())
              ? Optional.of(t)
              : Optional.empty();

  private ArrayFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        rows(
            "array_join",
            "array_join(array, separator [, for null])",
            "The elements as one text; nulls are left out, or replaced.",
            "array_join(array('a', 'b'), '-') -> a-b",
            Rules.takesAtLeast(
                    2,
                    Parameter.of(new ArrayType(SimpleType.STRING)),
                    Parameter.STRING,
                    Parameter.STRING)
                .gives(SimpleType.STRING),
            ArrayFunctions::join),
        function(
            "array_distinct",
            "array_distinct(array)",
            "The elements without repetitions, first ones kept.",
            "array_distinct(array(1, 1, 2)) -> [1, 2]",
            Rules.takes(SORTABLE).gives(t -> t.get(0)),
            c -> sets(c, Set.DISTINCT)),
        function(
            "array_union",
            "array_union(a, b)",
            "The elements of both without repetitions.",
            "array_union(array(1), array(1, 2)) -> [1, 2]",
            ArrayFunctions::pairRule,
            c -> sets(c, Set.UNION)),
        function(
            "array_intersect",
            "array_intersect(a, b)",
            "The elements that are in both, without repetitions.",
            "array_intersect(array(1, 2), array(2)) -> [2]",
            ArrayFunctions::pairRule,
            c -> sets(c, Set.INTERSECT)),
        function(
            "array_except",
            "array_except(a, b)",
            "The elements of the first that are not in the second, without repetitions.",
            "array_except(array(1, 2), array(2)) -> [1]",
            ArrayFunctions::pairRule,
            c -> sets(c, Set.EXCEPT)),
        function(
            "arrays_overlap",
            "arrays_overlap(a, b)",
            "Whether some element is in both.",
            "arrays_overlap(array(1, 2), array(2)) -> true",
            a ->
                pairRule(a) instanceof Typing.Fits f
                    ? new Typing.Fits(f.argumentTypes(), SimpleType.BOOLEAN, true)
                    : Typing.unfit(),
            ArrayFunctions::overlap),
        function(
            "sort_array",
            "sort_array(array [, ascending])",
            "The elements in order; nulls first, last when descending.",
            "sort_array(array(2, 1)) -> [1, 2]",
            Rules.takesAtLeast(1, SORTABLE, Parameter.BOOLEAN).gives(t -> t.get(0)),
            c -> sorted(c, false)),
        function(
            "array_min",
            "array_min(array)",
            "The smallest element, nulls left out.",
            "array_min(array(2, 1)) -> 1",
            Rules.takes(SORTABLE).mayGive(t -> ((ArrayType) t.get(0)).element()),
            c -> extreme(c, -1)),
        function(
            "array_max",
            "array_max(array)",
            "The largest element, nulls left out.",
            "array_max(array(2, 1)) -> 2",
            Rules.takes(SORTABLE).mayGive(t -> ((ArrayType) t.get(0)).element()),
            c -> extreme(c, 1)));
  }

  private static void join(Row in, ColumnSink out) {
    ArrayColumn array = (ArrayColumn) in.column(0);
    List<String> parts = new ArrayList<>();
    int start = array.start(in.position());
    for (int e = start; e < start + array.length(in.position()); e++) {
      if (!array.elements().isNull(e)) {
        parts.add(((BytesColumn) array.elements()).string(e));
      } else if (in.count() > 2) {
        parts.add(in.stringAt(2));
      }
    }
    out.set(in.position(), String.join(in.stringAt(1), parts));
  }

  private static Typing pairRule(List<Expression> a) {
    if (a.size() != 2) {
      return Typing.unfit();
    }
    Optional<DataType> type =
        Coercion.common(a.get(0).type(), a.get(1).type()).flatMap(SORTABLE::accept);
    return type.isEmpty() ? Typing.unfit() : Typing.fitsAll(type.get(), type.get(), a);
  }

  private enum Set {
    DISTINCT,
    UNION,
    INTERSECT,
    EXCEPT
  }

  private static Evaluator sets(BoundCall c, Set operation) {
    ValueComparator order = ValueComparator.of(((ArrayType) c.type()).element());
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
          int first = builder.elements().size();
          Picked picked = new Picked(order);
          for (int a = 0; a < (operation == Set.UNION ? 2 : 1); a++) {
            ArrayColumn array = (ArrayColumn) in.column(a);
            int start = array.start(in.position());
            for (int e = start; e < start + array.length(in.position()); e++) {
              boolean wanted =
                  operation == Set.DISTINCT
                      || operation == Set.UNION
                      || holds(
                              (ArrayColumn) in.column(1), in.position(), array.elements(), e, order)
                          == (operation == Set.INTERSECT);
              if (wanted && picked.add(array.elements(), e)) {
                DistinctKeys.append(builder.elements(), array.elements(), e);
              }
            }
          }
          builder.closeRow(first);
        });
  }

  /** Elements that were taken already. */
  private static final class Picked {
    private final ValueComparator order;
    private final List<Column> columns = new ArrayList<>();
    private final List<Integer> rows = new ArrayList<>();

    Picked(ValueComparator order) {
      this.order = order;
    }

    boolean add(Column column, int row) {
      for (int i = 0; i < rows.size(); i++) {
        if (order.compareNullsFirst(columns.get(i), rows.get(i), column, row) == 0) {
          return false;
        }
      }
      columns.add(column);
      rows.add(row);
      return true;
    }
  }

  private static boolean holds(
      ArrayColumn array, int row, Column column, int at, ValueComparator order) {
    int start = array.start(row);
    for (int e = start; e < start + array.length(row); e++) {
      if (order.compareNullsFirst(array.elements(), e, column, at) == 0) {
        return true;
      }
    }
    return false;
  }

  private static Evaluator overlap(BoundCall c) {
    ValueComparator order = ValueComparator.of(((ArrayType) c.argumentType(0)).element());
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          ArrayColumn a = (ArrayColumn) in.column(0);
          ArrayColumn b = (ArrayColumn) in.column(1);
          int r = in.position();
          boolean found = false;
          boolean nulls = hasNull(a, r) || hasNull(b, r);
          for (int e = a.start(r); e < a.start(r) + a.length(r) && !found; e++) {
            found = !a.elements().isNull(e) && holds(b, r, a.elements(), e, order);
          }
          if (!found && nulls && a.length(r) > 0 && b.length(r) > 0) {
            out.setNull(r);
          } else {
            out.set(r, found);
          }
        });
  }

  static boolean hasNull(ArrayColumn array, int row) {
    for (int e = array.start(row); e < array.start(row) + array.length(row); e++) {
      if (array.elements().isNull(e)) {
        return true;
      }
    }
    return false;
  }

  static Evaluator sorted(BoundCall c, boolean nullsLast) {
    ValueComparator order = ValueComparator.of(((ArrayType) c.type()).element());
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          ArrayColumn array = (ArrayColumn) in.column(0);
          boolean descending = in.count() > 1 && !in.booleanAt(1);
          Column elements = array.elements();
          List<Integer> places = new ArrayList<>();
          for (int e = array.start(in.position());
              e < array.start(in.position()) + array.length(in.position());
              e++) {
            places.add(e);
          }
          Comparator<Integer> by = (x, y) -> order.compareNullsFirst(elements, x, elements, y);
          if (nullsLast) {
            by =
                (x, y) ->
                    elements.isNull(x) || elements.isNull(y)
                        ? Boolean.compare(elements.isNull(x), elements.isNull(y))
                        : order.compare(elements, x, elements, y);
          }
          places.sort(descending ? by.reversed() : by);
          ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
          int first = builder.elements().size();
          places.forEach(p -> builder.elements().append(elements, p));
          builder.closeRow(first);
        });
  }

  private static Evaluator extreme(BoundCall c, int sign) {
    ValueComparator order = ValueComparator.of(c.type());
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          ArrayColumn array = (ArrayColumn) in.column(0);
          Column elements = array.elements();
          int best = -1;
          for (int e = array.start(in.position());
              e < array.start(in.position()) + array.length(in.position());
              e++) {
            boolean better =
                !elements.isNull(e)
                    && (best < 0 || sign * order.compare(elements, e, elements, best) > 0);
            best = better ? e : best;
          }
          if (best < 0) {
            out.setNull(in.position());
          } else {
            out.copy(in.position(), elements, best);
          }
        });
  }
}
