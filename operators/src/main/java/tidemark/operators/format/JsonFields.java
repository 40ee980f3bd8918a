package tidemark.operators.format;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import tidemark.operators.batch.Column;
import tidemark.operators.types.Field;

/** Writes JSON objects with a member for each of some fields, null or not. Used by one thread. */
final class JsonFields {
  private final JsonLabel[] labels;
  private final JsonColumn<?>[] columns;

  /** The columns with values that may be long. */
  private final JsonColumn<?>[] uneven;

  /** Room for all the rest. */
  private final int mostOfOthers;

  /** Where each member of the last object ends, from its beginning. */
  private final int[] ends;

  JsonFields(List<Field> fields) {
    int count = fields.size();
    this.labels = new JsonLabel[count];
    this.columns = new JsonColumn<?>[count];
    this.ends = new int[count];
    int most = 2;
    for (int i = 0; i < count; i++) {
      labels[i] = new JsonLabel(i == 0, fields.get(i).name());
      columns[i] = JsonColumn.of(fields.get(i).type());
      most += labels[i].most() + (columns[i].isShort() ? JsonColumn.SHORT : 0);
    }
    this.mostOfOthers = most;
    this.uneven = Arrays.stream(columns).filter(c -> !c.isShort()).toArray(JsonColumn<?>[]::new);
  }

  int size() {
    return columns.length;
  }

  /** The columns whose rows come next, by field. */
  void begin(IntFunction<Column> next) {
    for (int i = 0; i < columns.length; i++) {
      columns[i].begin(next.apply(i));
    }
  }

  /** As {@link JsonColumn#most(int)} of a row's object. */
  int most(int row) {
    int most = mostOfOthers;
    for (JsonColumn<?> column : uneven) {
      most += column.most(row);
    }
    return most;
  }

  /** Writes a row's object; the offset behind it. */
  int write(int row, byte[] target, int at) {
    return write(0, row, target, at);
  }

  /**
   * The same, where the first members are those of the last object and stand there already.
   *
   * @param same how many they are
   */
  int write(int same, int row, byte[] target, int start) {
    int at = start + length(same);
    for (int i = same; i < columns.length; i++) {
      at = columns[i].write(row, target, labels[i].write(target, at));
      ends[i] = at - start;
    }
    if (columns.length == 0) {
      target[at++] = '{';
    }
    target[at] = '}';
    return at + 1;
  }

  /** How many bytes the first members of the last object are. */
  int length(int members) {
    return members == 0 ? 0 : ends[members - 1];
  }
}
