package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.FieldAccess;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.ResultSize;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Functions that go by the positions of elements. */
final class ArrayPlaces {
  private ArrayPlaces() {}

  static List<FunctionDefinition> all() {
    return List.of(
        Define.function(
            "array_insert",
            "array_insert(array, position, value)",
            "The array with a value at a position, counted from 1, or from the end if negative; the"
                + " gap before a position outside is filled up with nulls.",
            "array_insert(array(1, 2), 2, 9) -> [1, 9, 2]",
            ArrayPlaces::insertRule,
            Define.lenient(ArrayPlaces::insert)),
        rows(
            "arrays_zip",
            "arrays_zip(array, …)",
            "Structs of the elements at each position; shorter arrays are filled up with nulls.",
            "arrays_zip(array(1, 2), array('a', 'b')) -> [{1, a}, {2, b}]",
            ArrayPlaces::zipRule,
            ArrayPlaces::zip));
  }

  private static Typing insertRule(List<Expression> a) {
    if (a.size() != 3
        || !(a.get(0).type() instanceof ArrayType array)
        || a.get(1).type() == SimpleType.VOID
        || Parameter.INT.accept(a.get(1).type()).isEmpty()) {
      return Typing.unfit();
    }
    Optional<DataType> element = Coercion.common(array.element(), a.get(2).type());
    return element
        .<Typing>map(
            e -> {
              ArrayType type = new ArrayType(e);
              boolean nullable = a.get(0).nullable() || a.get(1).nullable();
              return new Typing.Fits(List.of(type, SimpleType.INT, e), type, nullable);
            })
        .orElseGet(() -> Typing.unfit("the value and the elements have no common type"));
  }

  private static void insert(Row in, ColumnSink out) {
    if (in.isNull(0) || in.isNull(1)) {
      out.setNull(in.position());
      return;
    }
    int position = in.intAt(1);
    if (position == 0) {
      throw Failures.argument(
          "array_insert", "there is no position 0", "count from 1, or from the end with -1");
    }
    ArrayColumn array = (ArrayColumn) in.column(0);
    int length = array.length(in.position());
    ResultSize.checkArray("array_insert", Math.max(length + 1L, Math.abs((long) position)));
    ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
    int first = builder.elements().size();
    if (position > 0) {
      put(in, array, builder.elements(), position - 1);
    } else if (length + position + 1 >= 0) {
      put(in, array, builder.elements(), length + position + 1);
    } else {
      builder.elements().append(in.column(2), in.position());
      for (int gap = length + position + 1; gap < 0; gap++) {
        builder.elements().appendNull();
      }
      put(array, in.position(), builder.elements(), 0, length);
    }
    builder.closeRow(first);
  }

  private static void put(Row in, ArrayColumn array, ColumnBuilder out, int before) {
    int length = array.length(in.position());
    put(array, in.position(), out, 0, Math.min(before, length));
    for (int gap = length; gap < before; gap++) {
      out.appendNull();
    }
    out.append(in.column(2), in.position());
    put(array, in.position(), out, Math.min(before, length), length);
  }

  private static void put(ArrayColumn array, int row, ColumnBuilder out, int from, int to) {
    for (int i = from; i < to; i++) {
      out.append(array.elements(), array.start(row) + i);
    }
  }

  private static Typing zipRule(List<Expression> a) {
    List<Field> fields = new ArrayList<>();
    for (Expression array : a) {
      if (!(array.type() instanceof ArrayType type)) {
        return Typing.unfit();
      }
      fields.add(Field.of(name(array, fields.size()), type.element()));
    }
    return fields.isEmpty()
        ? Typing.unfit()
        : Typing.fits(
            a.stream().map(Expression::type).toList(), new ArrayType(new StructType(fields)), a);
  }

  /** A column's own name, else the position from 0. */
  private static String name(Expression array, int position) {
    if (array instanceof ColumnReference column) {
      return column.name().substring(column.name().lastIndexOf('.') + 1);
    }
    return array instanceof FieldAccess access ? access.field() : Integer.toString(position);
  }

  private static void zip(Row in, ColumnSink out) {
    int longest = 0;
    for (int a = 0; a < in.count(); a++) {
      longest = Math.max(longest, ((ArrayColumn) in.column(a)).length(in.position()));
    }
    ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
    StructBuilder structs = (StructBuilder) builder.elements();
    int first = structs.size();
    for (int i = 0; i < longest; i++) {
      for (int a = 0; a < in.count(); a++) {
        ArrayColumn array = (ArrayColumn) in.column(a);
        if (i < array.length(in.position())) {
          structs.field(a).append(array.elements(), array.start(in.position()) + i);
        } else {
          structs.field(a).appendNull();
        }
      }
      structs.closeRow();
    }
    builder.closeRow(first);
  }
}
