package tidemark.operators.parquet;

import java.util.Optional;
import tidemark.operators.parquet.Annotation.Kind;

/** Finds lists and maps among the groups of a schema, those of older writers too. */
final class Shapes {
  private Shapes() {}

  /**
   * A list as it is stored.
   *
   * @param definition the level at which the list is there
   * @param repeated the node that stands once an entry
   * @param element what an entry is: the repeated node itself, or its only child
   */
  record ListShape(int definition, SchemaNode repeated, SchemaNode element) {
    boolean isRepeatedItself() {
      return element.equals(repeated);
    }
  }

  /** A map as it is stored. */
  record MapShape(int definition, SchemaNode repeated, SchemaNode key, SchemaNode value) {}

  /** The list of a node that is annotated as one. */
  static Optional<ListShape> list(SchemaNode node) {
    if (node.annotation().kind() != Kind.LIST
        || node.children().size() != 1
        || !node.children().get(0).isRepeated()) {
      return Optional.empty();
    }
    SchemaNode repeated = node.children().get(0);
    boolean isElement =
        repeated.isLeaf()
            || repeated.children().size() != 1
            || repeated.children().get(0).isRepeated()
            || repeated.name().equals("array")
            || repeated.name().equals(node.name() + "_tuple");
    return Optional.of(
        new ListShape(
            node.definition(), repeated, isElement ? repeated : repeated.children().get(0)));
  }

  /** The list of a node that may repeat without being annotated. */
  static ListShape repeated(SchemaNode node) {
    return new ListShape(node.definition() - 1, node, node);
  }

  /** The map of a node that is annotated as one. */
  static Optional<MapShape> map(SchemaNode node) {
    if (node.annotation().kind() != Kind.MAP || node.children().size() != 1) {
      return Optional.empty();
    }
    SchemaNode repeated = node.children().get(0);
    if (!repeated.isRepeated() || repeated.children().size() != 2) {
      return Optional.empty();
    }
    return Optional.of(
        new MapShape(
            node.definition(), repeated, repeated.children().get(0), repeated.children().get(1)));
  }
}
