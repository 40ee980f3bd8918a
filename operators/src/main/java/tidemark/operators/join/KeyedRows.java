package tidemark.operators.join;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import tidemark.operators.state.GroupTable;

/**
 * The new rows of one side in one slice, those of one key together in the order in which they came.
 * A row is named by its position here. Used for slice after slice: {@link #take}, then {@link
 * #arrange}.
 */
final class KeyedRows {
  private final StoredForm form;
  private NewRows[] parts = {};
  private int rows;
  private int[] keys = {};
  private int[] starts = new int[1];
  private int[] partOf = {};
  private int[] places = {};
  private long[] times = {};
  private long earliest;
  private long latest;

  KeyedRows(StoredForm form) {
    this.form = form;
  }

  /**
   * The rows of all workers; their keys are added to the table.
   *
   * @param withoutPartner is told the keys in which null equals nothing
   */
  void take(List<NewRows> ofWorkers, GroupTable table, BitSet withoutPartner) {
    parts = ofWorkers.toArray(NewRows[]::new);
    rows = ofWorkers.stream().mapToInt(NewRows::size).sum();
    if (keys.length < rows) {
      int room = rows + rows / 4;
      keys = new int[room];
      partOf = new int[room];
      places = new int[room];
      times = new long[room];
    }
    int next = 0;
    for (NewRows part : parts) {
      byte[] bytes = part.bytes();
      for (int place = 0; place < part.end(); place = part.after(place)) {
        int keyLength = part.keyLength(place) - 1 - StoredForm.SUFFIX;
        int key = table.find(bytes, part.keyStart(place) + 1, keyLength, part.hash(place));
        if (!part.hasPartners(place)) {
          withoutPartner.set(key);
        }
        keys[next++] = key;
      }
    }
  }

  /** Brings the rows of each key together, now that all keys are numbered. */
  void arrange(int keyCount) {
    count(keyCount);
    earliest = Long.MAX_VALUE;
    latest = Long.MIN_VALUE;
    int next = 0;
    for (int p = 0; p < parts.length; p++) {
      NewRows part = parts[p];
      for (int place = 0; place < part.end(); place = part.after(place)) {
        int at = starts[keys[next++] + 1]++;
        long time = StoredForm.time(part.bytes(), part.keyEnd(place));
        partOf[at] = p;
        places[at] = place;
        times[at] = time;
        if (time != SideShape.NO_TIME) {
          earliest = Math.min(earliest, time);
          latest = Math.max(latest, time);
        }
      }
    }
  }

  /** Sets where the rows of each key begin, one place too high: there they are counted up again. */
  private void count(int keyCount) {
    if (starts.length < keyCount + 2) {
      starts = new int[keyCount + keyCount / 4 + 2];
    }
    Arrays.fill(starts, 0, keyCount + 2, 0);
    for (int i = 0; i < rows; i++) {
      starts[keys[i] + 2]++;
    }
    for (int key = 0; key < keyCount; key++) {
      starts[key + 2] += starts[key + 1];
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

  NewRows part(int position) {
    return parts[partOf[position]];
  }

  /** The row's place in its part. */
  int place(int position) {
    return places[position];
  }

  long time(int position) {
    return times[position];
  }

  /** The least time of all rows; the greatest of all longs if none has a time. */
  long earliest() {
    return earliest;
  }

  /** The greatest time of all rows; the least of all longs if none has a time. */
  long latest() {
    return latest;
  }

  boolean isMatched(int position) {
    NewRows part = part(position);
    return form.isMatched(part.bytes(), part.valueStart(places[position]));
  }

  void match(int position) {
    NewRows part = part(position);
    form.match(part.bytes(), part.valueStart(places[position]));
  }
}
