package tidemark.operators.parquet;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.parquet.Shapes.ListShape;
import tidemark.operators.parquet.Shapes.MapShape;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.StructType;

/** The types of a file's columns, where it has such a type. */
final class Inference {
  private Inference() {}

  /** The type of a node; empty if a part of it has none. */
  static Optional<DataType> type(SchemaNode node) {
    if (node.isRepeated()) {
      return element(Shapes.repeated(node)).map(ArrayType::new);
    }
    return once(node);
  }

  private static Optional<DataType> once(SchemaNode node) {
    if (node.isLeaf()) {
      return LeafTypes.natural(node);
    }
    Optional<ListShape> list = Shapes.list(node);
    if (list.isPresent()) {
      return element(list.get()).map(ArrayType::new);
    }
    Optional<MapShape> map = Shapes.map(node);
    if (map.isPresent()) {
      Optional<DataType> key = type(map.get().key());
      Optional<DataType> value = type(map.get().value());
      return key.isPresent() && value.isPresent()
          ? Optional.of(new MapType(key.get(), value.get()))
          : Optional.empty();
    }
    return struct(node);
  }

  private static Optional<DataType> element(ListShape list) {
    return list.isRepeatedItself() ? once(list.element()) : type(list.element());
  }

  private static Optional<DataType> struct(SchemaNode node) {
    List<Field> fields = new ArrayList<>();
    for (SchemaNode child : node.children()) {
      Optional<DataType> type = type(child);
      if (type.isEmpty() || fields.stream().anyMatch(f -> f.name().equals(child.name()))) {
        return Optional.empty();
      }
      fields.add(Field.of(child.name(), type.get()));
    }
    return fields.isEmpty() ? Optional.empty() : Optional.of(new StructType(fields));
  }
}
