package tidemark.operators.join;

import java.util.BitSet;
import java.util.List;
import tidemark.operators.batch.Batch;

/**
 * The new rows of one side and partition, those of one key together in the order in which they
 * came. A row is named by its position here.
 */
final class KeyedRows {
  private final NewRows[] rows;
  private final int[] starts;
  private final int[] partOf;
  private final int[] numbers;
  private final BitSet matched = new BitSet();

  /**
   * @param numberOf for each part, the partition's number of each of its keys
   * @param keys how many keys the partition has
   */
  KeyedRows(List<SharePart> parts, int[][] numberOf, int keys) {
    this.rows = parts.stream().map(SharePart::rows).toArray(NewRows[]::new);
    this.starts = new int[keys + 1];
    for (int s = 0; s < rows.length; s++) {
      for (int i = 0; i < rows[s].size(); i++) {
        starts[numberOf[s][rows[s].key(i)] + 1]++;
      }
    }
    for (int key = 0; key < keys; key++) {
      starts[key + 1] += starts[key];
    }
    this.partOf = new int[starts[keys]];
    this.numbers = new int[starts[keys]];
    fill(numberOf);
  }

  private void fill(int[][] numberOf) {
    int[] next = starts.clone();
    for (int s = 0; s < rows.length; s++) {
      for (int i = 0; i < rows[s].size(); i++) {
        int key = numberOf[s][rows[s].key(i)];
        partOf[next[key]] = s;
        numbers[next[key]++] = i;
      }
    }
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

  int size() {
    return numbers.length;
  }

  long time(int position) {
    return rows[partOf[position]].time(numbers[position]);
  }

  Batch batch(int position) {
    return rows[partOf[position]].batch(numbers[position]);
  }

  int row(int position) {
    return rows[partOf[position]].row(numbers[position]);
  }

  boolean isMatched(int position) {
    return matched.get(position);
  }

  void match(int position) {
    matched.set(position);
  }
}
