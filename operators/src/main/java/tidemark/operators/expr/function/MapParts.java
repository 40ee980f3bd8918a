package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.rows;

import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.MapBuilder;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.StructType;

/** Functions that put maps together and take them apart. */
final class MapParts {
  private MapParts() {}

  static List<FunctionDefinition> all() {
    return List.of(
        rows(
            "map_concat",
            "map_concat(map, …)",
            "The entries of all maps; a key must not repeat.",
            "map_concat(map('a', 1), map('b', 2)) -> {a -> 1, b -> 2}",
            MapParts::concatRule,
            MapParts::concat),
        rows(
            "map_entries",
            "map_entries(map)",
            "The entries as structs of key and value.",
            "map_entries(map('a', 1)) -> [{a, 1}]",
            Rules.takes(Parameter.MAP).gives(t -> new ArrayType(entry((MapType) t.get(0)))),
            MapParts::entries),
        rows(
            "map_from_entries",
            "map_from_entries(array of structs)",
            "The map whose keys are the structs' first fields; null if a struct is null.",
            "map_from_entries(array(struct('a', 1))) -> {a -> 1}",
            MapParts::fromEntriesRule,
            MapParts::fromEntries));
  }

  private static StructType entry(MapType map) {
    return new StructType(List.of(Field.notNull("key", map.key()), Field.of("value", map.value())));
  }

  private static Typing concatRule(List<Expression> a) {
    if (a.isEmpty() || a.stream().anyMatch(m -> !(m.type() instanceof MapType))) {
      return Typing.unfit();
    }
    Optional<DataType> type = Coercion.common(a.stream().map(Expression::type).toList());
    return type.isEmpty()
        ? Typing.unfit("the maps have no common type")
        : Typing.fitsAll(type.get(), type.get(), a);
  }

  private static void concat(Row in, ColumnSink out) {
    MapBuilder builder = (MapBuilder) out.builder(in.position());
    int first = builder.keys().size();
    DistinctKeys keys = new DistinctKeys("map_concat");
    for (int m = 0; m < in.count(); m++) {
      MapColumn map = (MapColumn) in.column(m);
      int from = map.start(in.position());
      for (int i = from; i < from + map.length(in.position()); i++) {
        keys.add(map.keys(), i, ((MapType) in.type(m)).key());
        DistinctKeys.append(builder.keys(), map.keys(), i);
        builder.values().append(map.values(), i);
      }
    }
    builder.closeRow(first);
  }

  private static void entries(Row in, ColumnSink out) {
    MapColumn map = (MapColumn) in.column(0);
    ArrayBuilder builder = (ArrayBuilder) out.builder(in.position());
    StructBuilder entries = (StructBuilder) builder.elements();
    int first = entries.size();
    int from = map.start(in.position());
    for (int i = from; i < from + map.length(in.position()); i++) {
      entries.field(0).append(map.keys(), i);
      entries.field(1).append(map.values(), i);
      entries.closeRow();
    }
    builder.closeRow(first);
  }

  private static Typing fromEntriesRule(List<Expression> a) {
    return a.size() == 1
            && a.get(0).type() instanceof ArrayType array
            && array.element() instanceof StructType struct
            && struct.fields().size() == 2
        ? new Typing.Fits(
            List.of(array),
            new MapType(struct.fields().get(0).type(), struct.fields().get(1).type()),
            true)
        : Typing.unfit();
  }

  private static void fromEntries(Row in, ColumnSink out) {
    ArrayColumn array = (ArrayColumn) in.column(0);
    StructColumn structs = (StructColumn) array.elements();
    int from = array.start(in.position());
    int end = from + array.length(in.position());
    for (int i = from; i < end; i++) {
      if (structs.isNull(i)) {
        out.setNull(in.position());
        return;
      }
    }
    MapBuilder builder = (MapBuilder) out.builder(in.position());
    int first = builder.keys().size();
    DistinctKeys keys = new DistinctKeys("map_from_entries");
    DataType keyType = ((StructType) ((ArrayType) in.type(0)).element()).fields().get(0).type();
    for (int i = from; i < end; i++) {
      keys.add(structs.field(0), i, keyType);
      DistinctKeys.append(builder.keys(), structs.field(0), i);
      builder.values().append(structs.field(1), i);
    }
    builder.closeRow(first);
  }
}
