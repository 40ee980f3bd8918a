package tidemark.operators.aggregate;

import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.types.DataType;

/** One value, or null, for each group: a column that can be written at any place. */
sealed interface KeptValues permits FixedValues, EncodedValues {
  /** Room for values of this type. */
  static KeptValues of(DataType type) {
    return switch (type.physical()) {
      case BOOLEAN, LONG, DOUBLE -> new FixedValues(type);
      case BYTES, DECIMAL, ARRAY, MAP, STRUCT -> new EncodedValues(type);
    };
  }

  /** Makes room for this many groups in all; the new ones are null. */
  void ensure(int groups);

  /** Whether the group's value is not null. */
  boolean isPresent(int group);

  /** Copies the value, or null, of a row. */
  void set(int group, Column source, int row);

  /** Copies the value, or null, of another group. */
  void copy(int group, KeptValues other, int otherGroup);

  /** Makes the group's value null. */
  void clear(int group);

  /** Compares two values that are not null, in the order of their type. */
  int compare(int group, Column other, int row);

  /** Compares two values that are not null, in the order of their type. */
  int compare(int group, KeptValues other, int otherGroup);

  /** Writes the value as nullable. */
  void encode(int group, StateWriter out);

  /** Sets the value to a nullable one that is read. */
  void decode(int group, StateReader in);

  /** Appends the value, or null. */
  void append(int group, ColumnBuilder out);

  /** Makes all values null. */
  void reset();

  long memory();
}
