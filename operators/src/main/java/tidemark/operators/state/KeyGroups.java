package tidemark.operators.state;

/** The groups of a table by key group, for a range of key groups; within one, as they were met. */
public final class KeyGroups {
  private final int first;
  private final int[] starts;
  private final int[] groups;

  private KeyGroups(int first, int[] starts, int[] groups) {
    this.first = first;
    this.starts = starts;
    this.groups = groups;
  }

  /**
   * @param first the first key group of the range
   * @param end the one after its last
   */
  public static KeyGroups of(GroupTable table, int first, int end) {
    int[] starts = new int[end - first + 1];
    int size = table.size();
    for (int group = 0; group < size; group++) {
      int keyGroup = KeyHash.group(table.hash(group));
      if (keyGroup >= first && keyGroup < end) {
        starts[keyGroup - first + 1]++;
      }
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    int[] next = starts.clone();
    int[] groups = new int[starts[starts.length - 1]];
    for (int group = 0; group < size; group++) {
      int keyGroup = KeyHash.group(table.hash(group));
      if (keyGroup >= first && keyGroup < end) {
        groups[next[keyGroup - first]++] = group;
      }
    }
    return new KeyGroups(first, starts, groups);
  }

  /** Index of the first group of a key group. */
  public int start(int keyGroup) {
    return starts[keyGroup - first];
  }

  /** Index after the last group of a key group. */
  public int end(int keyGroup) {
    return starts[keyGroup - first + 1];
  }

  /** How many groups a key group has. */
  public int count(int keyGroup) {
    return end(keyGroup) - start(keyGroup);
  }

  /** The table's group at an index. */
  public int group(int index) {
    return groups[index];
  }
}
