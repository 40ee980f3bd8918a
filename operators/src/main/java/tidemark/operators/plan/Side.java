package tidemark.operators.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/** A side of a join. */
public enum Side {
  LEFT,
  RIGHT;

  /** The word before the dot: {@code left}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How a column of this side is written in a join: {@code left.a}. */
  public String qualified(String column) {
    return word() + "." + column;
  }

  /** The columns of a pair of rows, the left side's first, each under its qualified name. */
  public static Schema pair(Schema left, Schema right) {
    List<Field> fields = new ArrayList<>();
    left.fields().forEach(f -> fields.add(LEFT.qualified(f)));
    right.fields().forEach(f -> fields.add(RIGHT.qualified(f)));
    return new Schema(fields);
  }

  private Field qualified(Field field) {
    return new Field(qualified(field.name()), field.type(), field.nullable());
  }
}
