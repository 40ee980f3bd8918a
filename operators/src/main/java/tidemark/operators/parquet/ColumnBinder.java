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

/** Finds declared columns in a file, and collects what does not fit. */
final class ColumnBinder {
  private final List<String> objections = new ArrayList<>();
  private String column = "";

  /** One sentence for each column that cannot be read as declared. */
  List<String> objections() {
    return objections;
  }

  /** The plan of a column of the row; one that the file lacks is null in every row. */
  ColumnPlan column(SchemaNode root, Field declared) {
    column = declared.name();
    Optional<SchemaNode> node = root.child(declared.name());
    if (node.isPresent()) {
      return node(node.get(), declared.type());
    }
    Optional<String> similar =
        root.children().stream()
            .map(SchemaNode::name)
            .filter(name -> name.equalsIgnoreCase(column))
            .findFirst();
    if (similar.isPresent()) {
      objections.add("it has no column `" + column + "`, but `" + similar.get() + "`");
    } else if (!declared.nullable()) {
      objections.add("it has no column `" + column + "`, which is `not null`");
    }
    return new ColumnPlan.Absent(declared.type());
  }

  private ColumnPlan node(SchemaNode node, DataType type) {
    if (node.isRepeated()) {
      return type instanceof ArrayType array
          ? entries(Shapes.repeated(node), array)
          : misfit(node, type);
    }
    return once(node, type);
  }

  private ColumnPlan once(SchemaNode node, DataType type) {
    if (node.isLeaf()) {
      Optional<Conversion> conversion = LeafTypes.conversion(node, type);
      return conversion.isPresent()
          ? new ColumnPlan.Leaf(node, conversion.get())
          : misfit(node, type);
    }
    if (type instanceof ArrayType array) {
      Optional<ListShape> list = Shapes.list(node);
      return list.isPresent() ? entries(list.get(), array) : misfit(node, type);
    }
    if (type instanceof MapType map) {
      Optional<MapShape> shape = Shapes.map(node);
      return shape.isPresent() ? pairs(shape.get(), map) : misfit(node, type);
    }
    return type instanceof StructType struct ? group(node, struct) : misfit(node, type);
  }

  private ColumnPlan entries(ListShape list, ArrayType type) {
    ColumnPlan element =
        list.isRepeatedItself()
            ? once(list.element(), type.element())
            : node(list.element(), type.element());
    return new ColumnPlan.Entries(
        type,
        list.definition(),
        list.repeated().definition(),
        list.repeated().repetition(),
        element);
  }

  private ColumnPlan pairs(MapShape map, MapType type) {
    return new ColumnPlan.Pairs(
        type,
        map.definition(),
        map.repeated().definition(),
        map.repeated().repetition(),
        node(map.key(), type.key()),
        node(map.value(), type.value()));
  }

  private ColumnPlan group(SchemaNode node, StructType type) {
    List<ColumnPlan> fields = new ArrayList<>();
    for (Field field : type.fields()) {
      Optional<SchemaNode> child = node.child(field.name());
      fields.add(
          child.isPresent()
              ? node(child.get(), field.type())
              : new ColumnPlan.Absent(field.type()));
    }
    ColumnPlan.Group group = new ColumnPlan.Group(type, node.definition(), fields);
    return group.leaves().isEmpty() ? misfit(node, type) : group;
  }

  private ColumnPlan misfit(SchemaNode node, DataType type) {
    String stored =
        Inference.type(node).map(DataType::ddl).orElseGet(() -> "of a type that there is not here");
    objections.add(
        "column `" + column + "` is " + stored + " in it, and not readable as " + type.ddl());
    return new ColumnPlan.Absent(type);
  }
}
