package tidemark.operators.parquet;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.types.DataType;

/** How a declared column, or a part of it, is put together from the leaves of a file. */
sealed interface ColumnPlan {
  DataType type();

  /** A part that the file does not have: always null. */
  record Absent(DataType type) implements ColumnPlan {}

  /** The values of a leaf. */
  record Leaf(SchemaNode node, Conversion conversion) implements ColumnPlan {
    @Override
    public DataType type() {
      return conversion.type();
    }

    /** Whether it has one value a row, which is null or not. */
    boolean isFlat() {
      return node.repetition() == 0 && node.definition() == (node.isOptional() ? 1 : 0);
    }
  }

  /** A struct; at least one field is there. */
  record Group(DataType type, int definition, List<ColumnPlan> fields) implements ColumnPlan {
    public Group {
      fields = List.copyOf(fields);
    }
  }

  /**
   * A list.
   *
   * @param definition the level at which the list is there
   * @param entry the level at which it has an entry
   * @param repetition the level at which its next entry begins
   */
  record Entries(DataType type, int definition, int entry, int repetition, ColumnPlan element)
      implements ColumnPlan {}

  /** A map; levels as of a list. */
  record Pairs(
      DataType type, int definition, int entry, int repetition, ColumnPlan key, ColumnPlan value)
      implements ColumnPlan {}

  /** The leaves that it reads, in the order in which it is put together. */
  default List<Leaf> leaves() {
    List<Leaf> found = new ArrayList<>();
    if (this instanceof Leaf leaf) {
      found.add(leaf);
    } else if (this instanceof Group group) {
      group.fields().forEach(f -> found.addAll(f.leaves()));
    } else if (this instanceof Entries entries) {
      found.addAll(entries.element().leaves());
    } else if (this instanceof Pairs pairs) {
      found.addAll(pairs.key().leaves());
      found.addAll(pairs.value().leaves());
    }
    return found;
  }
}
