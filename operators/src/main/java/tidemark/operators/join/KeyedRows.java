package tidemark.operators.join;

import java.util.BitSet;
import java.util.List;
import tidemark.operators.state.GroupTable;

/**
 * The new rows of one side in one slice, those of one key together in the order in which they came.
 * A row is named by its position here.
 */
final class KeyedRows {
  /** No rows. */
  static final KeyedRows NONE = new KeyedRows(List.of());

  private final List<NewRows> parts;
  private final int[][] keys;
  private int[] starts = new int[1];
  private int[] partOf = new int[0];
  private int[] numbers = new int[0];
  private final BitSet matched = new BitSet();

  private KeyedRows(List<NewRows> parts) {
    this.parts = parts;
    this.keys = new int[parts.size()][];
  }

  /**
   * The rows of all workers; their keys are added to the table, and {@link #arrange} must follow.
   *
   * @param withoutPartner is told the keys in which null equals nothing
   */
  static KeyedRows of(List<NewRows> parts, GroupTable table, BitSet withoutPartner) {
    KeyedRows rows = new KeyedRows(parts);
    for (int p = 0; p < rows.keys.length; p++) {
      NewRows part = parts.get(p);
      int[] keys = new int[part.size()];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = table.find(part.bytes(), part.start(i), part.keyLength(i), part.hash(i));
        if (part.hasNoPartner(i)) {
          withoutPartner.set(keys[i]);
        }
      }
      rows.keys[p] = keys;
    }
    return rows;
  }

  /** Brings the rows of each key together, now that all keys are numbered. */
  KeyedRows arrange(int keyCount) {
    starts = new int[keyCount + 1];
    for (int[] part : keys) {
      for (int key : part) {
        starts[key + 1]++;
      }
    }
    for (int key = 0; key < keyCount; key++) {
      starts[key + 1] += starts[key];
    }
    partOf = new int[starts[keyCount]];
    numbers = new int[starts[keyCount]];
    int[] next = starts.clone();
    for (int p = 0; p < keys.length; p++) {
      for (int i = 0; i < keys[p].length; i++) {
        int at = next[keys[p][i]]++;
        partOf[at] = p;
        numbers[at] = i;
      }
    }
    return this;
  }

  int start(int key) {
    return starts[key];
  }

  int end(int key) {
    return starts[key + 1];
  }

  boolean isEmpty(int key) {
    return starts[key] == starts[key + 1];
  }

  NewRows part(int position) {
    return parts.get(partOf[position]);
  }

  /** The row's number in its part. */
  int number(int position) {
    return numbers[position];
  }

  long time(int position) {
    return part(position).time(numbers[position]);
  }

  boolean isMatched(int position) {
    return matched.get(position);
  }

  void match(int position) {
    matched.set(position);
  }
}
