package tidemark.operators.parquet;

import java.util.List;
import java.util.Optional;

/**
 * A node of a file's schema.
 *
 * @param physical of a leaf; empty for a group
 * @param length bytes of a value of fixed length
 * @param definition the level at which a value of this node is there
 * @param repetition the level at which an entry of the innermost repeated node around it begins
 * @param leaf the position among all leaves; of a group, that of its first leaf
 * @param isRepeated whether it may stand any number of times
 */
record SchemaNode(
    String name,
    Optional<Physical> physical,
    int length,
    Annotation annotation,
    boolean isRepeated,
    boolean isOptional,
    int definition,
    int repetition,
    int leaf,
    List<SchemaNode> children) {
  SchemaNode {
    children = List.copyOf(children);
  }

  boolean isLeaf() {
    return physical.isPresent();
  }

  /** The child of exactly this name. */
  Optional<SchemaNode> child(String wanted) {
    return children.stream().filter(c -> c.name.equals(wanted)).findFirst();
  }
}
