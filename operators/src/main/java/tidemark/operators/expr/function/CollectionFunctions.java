package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;
import static tidemark.operators.expr.function.Define.lenient;
import static tidemark.operators.expr.function.Define.rows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.MapBuilder;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Functions that build arrays, maps and structs and take them apart. */
final class CollectionFunctions {
  private CollectionFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        function(
            "array",
            "array(value, …)",
            "An array of the values.",
            "array(1, 2) -> [1, 2]",
            CollectionFunctions::arrayRule,
            lenient(CollectionFunctions::array)),
        function(
            "map",
            "map(key, value, …)",
            "A map of the pairs; a key must not repeat.",
            "map('a', 1) -> {a -> 1}",
            CollectionFunctions::mapRule,
            lenient(CollectionFunctions::map)),
        function(
            "named_struct|struct",
            "named_struct(name, value, …)",
            "A struct of the named values.",
            "named_struct('a', 1) -> {1}",
            CollectionFunctions::structRule,
            lenient(CollectionFunctions::struct)),
        rows(
            "map_from_arrays",
            "map_from_arrays(keys, values)",
            "A map of an array of keys and one of values.",
            "map_from_arrays(array('a'), array(1)) -> {a -> 1}",
            CollectionFunctions::fromArraysRule,
            CollectionFunctions::mapFromArrays),
        rows(
            "size|cardinality",
            "size(array or map)",
            "How many elements there are; null for null.",
            "size(array(1, 2)) -> 2",
            Rules.takes(CollectionFunctions::arrayOrMap).gives(SimpleType.INT),
            (in, out) -> out.set(in.position(), size(in))),
        rows(
            "array_size",
            "array_size(array)",
            "How many elements there are.",
            "array_size(array(1, 2)) -> 2",
            Rules.takes(t -> t == SimpleType.VOID ? Optional.of(t) : Parameter.ARRAY.accept(t))
                .gives(SimpleType.INT),
            (in, out) -> out.set(in.position(), size(in))),
        function(
            "[]",
            "value[key]",
            "An element of an array, from 0, or a map's value.",
            "",
            a -> Typing.unfit(),
            CollectionFunctions::element),
        function(
            "get",
            "get(array, index)",
            "The element at an index from 0; null if there is none.",
            "get(array(5, 6), 1) -> 6",
            CollectionFunctions::getRule,
            c -> elementAt(c, 0, true)),
        function(
            "element_at",
            "element_at(array, position)",
            "The element at a position from 1 (negative: from the end), or a map's value.",
            "element_at(array(5, 6), 1) -> 5",
            CollectionFunctions::elementAtRule,
            c -> elementAt(c, 1, false)),
        function(
            "try_element_at",
            "try_element_at(array, position)",
            "Like element_at, but null if there is no such element.",
            "try_element_at(array(5), 2) -> NULL",
            CollectionFunctions::elementAtRule,
            c -> elementAt(c, 1, true)),
        function(
            "get_field",
            "get_field(array, name)",
            "One field of each struct of an array.",
            "",
            a -> Typing.unfit(),
            CollectionFunctions::fields),
        function(
            "array_contains",
            "array_contains(array, value)",
            "Whether the value is in the array.",
            "array_contains(array(1, 2), 2) -> true",
            CollectionFunctions::containsRule,
            CollectionFunctions::contains),
        function(
            "array_position",
            "array_position(array, value)",
            "The value's position, from 1; 0 if it is not there.",
            "array_position(array(5, 6), 6) -> 2",
            a ->
                containsRule(a) instanceof Typing.Fits f
                    ? new Typing.Fits(f.argumentTypes(), SimpleType.BIGINT, f.nullable())
                    : Typing.unfit(),
            CollectionFunctions::position),
        rows(
            "map_keys",
            "map_keys(map)",
            "The keys of a map.",
            "map_keys(map('a', 1)) -> [a]",
            Rules.takes(Parameter.MAP).gives(t -> new ArrayType(((MapType) t.get(0)).key())),
            (in, out) -> copy(in, out, true)),
        rows(
            "map_values",
            "map_values(map)",
            "The values of a map.",
            "map_values(map('a', 1)) -> [1]",
            Rules.takes(Parameter.MAP).gives(t -> new ArrayType(((MapType) t.get(0)).value())),
            (in, out) -> copy(in, out, false)),
        function(
            "map_contains_key",
            "map_contains_key(map, key)",
            "Whether the map has the key.",
            "map_contains_key(map('a', 1), 'a') -> true",
            CollectionFunctions::mapKeyRule,
            CollectionFunctions::hasKey));
  }

  private static Optional<DataType> arrayOrMap(DataType type) {
    if (type == SimpleType.VOID) {
      return Optional.of(new ArrayType(type));
    }
    return type instanceof ArrayType || type instanceof MapType
        ? Optional.of(type)
        : Optional.empty();
  }

  private static Typing arrayRule(List<Expression> a) {
    return Coercion.common(a.stream().map(Expression::type).toList())
        .<Typing>map(
            t -> new Typing.Fits(Collections.nCopies(a.size(), t), new ArrayType(t), false))
        .orElseGet(() -> Typing.unfit("they have no common type"));
  }

  private static void array(Row in, ColumnSink out) {
    ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
    int first = builder.elements().size();
    for (int i = 0; i < in.count(); i++) {
      builder.elements().append(in.column(i), in.position());
    }
    builder.closeRow(first);
  }

  private static Typing mapRule(List<Expression> a) {
    List<DataType> keys = new ArrayList<>();
    List<DataType> values = new ArrayList<>();
    for (int i = 0; i < a.size(); i++) {
      (i % 2 == 0 ? keys : values).add(a.get(i).type());
    }
    Optional<DataType> key = Coercion.common(keys);
    Optional<DataType> value = Coercion.common(values);
    if (keys.size() != values.size() || key.isEmpty() || value.isEmpty()) {
      return Typing.unfit();
    }
    List<DataType> types = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      types.add(key.get());
      types.add(value.get());
    }
    return new Typing.Fits(types, new MapType(key.get(), value.get()), false);
  }

  private static void map(Row in, ColumnSink out) {
    MapBuilder builder = (MapBuilder) out.builder(in.position());
    int first = builder.keys().size();
    DistinctKeys keys = new DistinctKeys("map");
    for (int i = 0; i < in.count(); i += 2) {
      keys.add(in.column(i), in.position(), in.type(i));
      DistinctKeys.append(builder.keys(), in.column(i), in.position());
      builder.values().append(in.column(i + 1), in.position());
    }
    builder.closeRow(first);
  }

  private static Typing structRule(List<Expression> a) {
    List<Field> fields = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i + 1 < a.size(); i += 2) {
      Optional<Object> name = Rules.literal(a.get(i));
      if (name.isEmpty() || !(name.get() instanceof String text)) {
        return Typing.unfit("the names must be literals");
      }
      if (!names.add(text)) {
        return Typing.unfit("the field `" + text + "` stands twice");
      }
      fields.add(new Field(text, a.get(i + 1).type(), a.get(i + 1).nullable()));
    }
    boolean pairs = !a.isEmpty() && a.size() % 2 == 0;
    return pairs
        ? new Typing.Fits(a.stream().map(Expression::type).toList(), new StructType(fields), false)
        : Typing.unfit();
  }

  private static void struct(Row in, ColumnSink out) {
    StructBuilder builder = (StructBuilder) out.builder(in.position());
    for (int i = 0; i < builder.fieldCount(); i++) {
      builder.field(i).append(in.column(2 * i + 1), in.position());
    }
    builder.closeRow();
  }

  private static Typing fromArraysRule(List<Expression> a) {
    return a.size() == 2
            && a.get(0).type() instanceof ArrayType k
            && a.get(1).type() instanceof ArrayType v
        ? Typing.fits(List.of(k, v), new MapType(k.element(), v.element()), a)
        : Typing.unfit();
  }

  private static void mapFromArrays(Row in, ColumnSink out) {
    ArrayColumn keys = (ArrayColumn) in.column(0);
    ArrayColumn values = (ArrayColumn) in.column(1);
    int r = in.position();
    if (keys.length(r) != values.length(r)) {
      throw Failures.argument(
          "map_from_arrays", "the arrays differ in length", "make them equally long");
    }
    MapBuilder builder = (MapBuilder) out.builder(r);
    int first = builder.keys().size();
    DistinctKeys distinct = new DistinctKeys("map_from_arrays");
    DataType keyType = ((ArrayType) in.type(0)).element();
    for (int i = 0; i < keys.length(r); i++) {
      distinct.add(keys.elements(), keys.start(r) + i, keyType);
      DistinctKeys.append(builder.keys(), keys.elements(), keys.start(r) + i);
      builder.values().append(values.elements(), values.start(r) + i);
    }
    builder.closeRow(first);
  }

  private static long size(Row in) {
    return in.column(0) instanceof ArrayColumn array
        ? array.length(in.position())
        : ((MapColumn) in.column(0)).length(in.position());
  }

  private static Typing getRule(List<Expression> a) {
    return a.size() == 2
            && a.get(0).type() instanceof ArrayType array
            && a.get(1).type().isIntegral()
            && a.get(1).type() != SimpleType.BIGINT
        ? new Typing.Fits(List.of(array, SimpleType.INT), array.element(), true)
        : Typing.unfit();
  }

  private static Typing elementAtRule(List<Expression> a) {
    if (a.size() == 2 && a.get(0).type() instanceof MapType map) {
      return Coercion.common(map.key(), a.get(1).type())
              .filter(t -> Coercion.same(t, map.key()))
              .isPresent()
          ? new Typing.Fits(List.of(map, map.key()), map.value(), true)
          : Typing.unfit();
    }
    return getRule(a);
  }

  private static Evaluator element(BoundCall c) {
    return elementAt(c, 0, false);
  }

  /** {@code base}: 0 for indexes, 1 for positions, which may be negative. */
  private static Evaluator elementAt(BoundCall c, int base, boolean trying) {
    if (c.argumentType(0) instanceof MapType type) {
      ValueComparator order = ValueComparator.of(type.key());
      return Rows.strict(
          c.arguments(),
          c.argumentTypes(),
          c.type(),
          (in, out) -> {
            int e = find(in, order);
            if (e < 0) {
              out.setNull(in.position());
            } else {
              out.copy(in.position(), ((MapColumn) in.column(0)).values(), e);
            }
          });
    }
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> pick(in, out, base, trying, c.name()));
  }

  private static int find(Row in, ValueComparator order) {
    MapColumn map = (MapColumn) in.column(0);
    int start = map.start(in.position());
    for (int e = start; e < start + map.length(in.position()); e++) {
      if (order.compare(map.keys(), e, in.column(1), in.position()) == 0) {
        return e;
      }
    }
    return -1;
  }

  private static void pick(Row in, ColumnSink out, int base, boolean trying, String name) {
    ArrayColumn array = (ArrayColumn) in.column(0);
    int length = array.length(in.position());
    int wanted = in.intAt(1);
    if (base == 1 && wanted == 0) {
      throw Failures.argument(
          name,
          "positions count from 1, there is no position 0",
          "use 1 for the first, -1 for the last");
    }
    int index = base == 0 ? wanted : wanted > 0 ? wanted - 1 : length + wanted;
    if (index >= 0 && index < length) {
      out.copy(in.position(), array.elements(), array.start(in.position()) + index);
    } else if (trying) {
      out.setNull(in.position());
    } else {
      String shown = name.equals("[]") ? "array[" + wanted + "]" : name;
      throw Failures.argument(
          shown,
          "there is no element " + wanted + " among " + length,
          "use `" + (base == 0 ? "get" : "try_element_at") + "` to get null instead");
    }
  }

  private static Evaluator fields(BoundCall c) {
    StructType struct = (StructType) ((ArrayType) c.argumentType(0)).element();
    int position = struct.indexOf((String) c.constant(1).value());
    Evaluator operand = c.argument(0);
    return (batch, rows) -> {
      ArrayColumn array = (ArrayColumn) operand.evaluate(batch, rows);
      StructColumn structs = (StructColumn) array.elements();
      Column field = structs.field(position);
      Column elements =
          tidemark.operators.expr.kernel.Columns.withNulls(
              field,
              tidemark.operators.expr.kernel.Columns.nulls(
                  field.nulls(), structs.nulls(), structs.size()));
      return new ArrayColumn(
          elements, array.starts(), array.lengths(), array.nulls(), array.size());
    };
  }

  private static Typing containsRule(List<Expression> a) {
    if (a.size() != 2 || !(a.get(0).type() instanceof ArrayType array)) {
      return Typing.unfit();
    }
    boolean oneText =
        (array.element() == SimpleType.STRING) != (a.get(1).type() == SimpleType.STRING);
    if (oneText || a.get(1).type() == SimpleType.VOID) {
      return Typing.unfit("the value has another type than the elements");
    }
    Optional<DataType> type =
        Coercion.common(array.element(), a.get(1).type())
            .filter(t -> ValueComparator.isOrderable(t));
    return type.isEmpty()
        ? Typing.unfit("the value has another type than the elements")
        : new Typing.Fits(List.of(new ArrayType(type.get()), type.get()), SimpleType.BOOLEAN, true);
  }

  private static Evaluator contains(BoundCall c) {
    ValueComparator order = ValueComparator.of(c.argumentType(1));
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          int found = indexOf(in, order);
          if (found == -2) {
            out.setNull(in.position());
          } else {
            out.set(in.position(), found >= 0);
          }
        });
  }

  private static Evaluator position(BoundCall c) {
    ValueComparator order = ValueComparator.of(c.argumentType(1));
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> out.set(in.position(), Math.max(-1, indexOf(in, order)) + 1L));
  }

  /**
   * The index of the second argument in the first; -1 if it is not there, -2 if a null may be it.
   */
  private static int indexOf(Row in, ValueComparator order) {
    ArrayColumn array = (ArrayColumn) in.column(0);
    int start = array.start(in.position());
    boolean nulls = false;
    for (int i = 0; i < array.length(in.position()); i++) {
      if (array.elements().isNull(start + i)) {
        nulls = true;
      } else if (order.compare(array.elements(), start + i, in.column(1), in.position()) == 0) {
        return i;
      }
    }
    return nulls ? -2 : -1;
  }

  private static void copy(Row in, ColumnSink out, boolean keys) {
    MapColumn map = (MapColumn) in.column(0);
    ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
    int first = builder.elements().size();
    int start = map.start(in.position());
    for (int e = start; e < start + map.length(in.position()); e++) {
      builder.elements().append(keys ? map.keys() : map.values(), e);
    }
    builder.closeRow(first);
  }

  private static Typing mapKeyRule(List<Expression> a) {
    return a.size() == 2
            && a.get(0).type() instanceof MapType map
            && a.get(1).type() != SimpleType.VOID
            && Coercion.assignable(a.get(1).type(), map.key())
        ? Typing.fits(List.of(map, map.key()), SimpleType.BOOLEAN, a)
        : Typing.unfit();
  }

  private static Evaluator hasKey(BoundCall c) {
    ValueComparator order = ValueComparator.of(((MapType) c.argumentType(0)).key());
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> out.set(in.position(), find(in, order) >= 0));
  }
}
