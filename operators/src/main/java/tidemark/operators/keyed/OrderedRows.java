package tidemark.operators.keyed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.types.Schema;

/**
 * All rows of a partition in the order in which they count: as they came in or, where a key's rows
 * came out of order, by time.
 */
final class OrderedRows {
  private static final int ROW_BITS = 12;

  private final Schema kept;
  private final List<Batch> batches = new ArrayList<>();
  private int[] slotOfRow;
  private long[] timeOfRow;

  /**
   * @param parts the workers' rows, in the workers' order
   * @param slots for each of them, the slot of each of its keys
   * @param slotCount how many slots there are
   */
  OrderedRows(Schema kept, List<PartRows> parts, List<int[]> slots, int slotCount) {
    this.kept = kept;
    int rows = parts.stream().mapToInt(PartRows::rows).reduce(0, Math::addExact);
    slotOfRow = new int[rows];
    timeOfRow = new long[rows];
    int at = 0;
    for (int p = 0; p < parts.size(); p++) {
      PartRows part = parts.get(p);
      batches.addAll(part.batches());
      for (int row = 0; row < part.rows(); row++) {
        slotOfRow[at] = slots.get(p)[part.keyOfRow(row)];
        timeOfRow[at++] = part.timeOfRow(row);
      }
    }
    if (!isInOrder(slotCount)) {
      sort();
    }
  }

  /** Takes a batch of rows. */
  interface Receiver {
    void accept(Batch batch, int[] slotOfRow, long[] timeOfRow);
  }

  /** Hands all rows over, in order. */
  void forEach(Receiver receiver) {
    int from = 0;
    for (Batch batch : batches) {
      int to = from + batch.size();
      receiver.accept(
          batch, Arrays.copyOfRange(slotOfRow, from, to), Arrays.copyOfRange(timeOfRow, from, to));
      from = to;
    }
  }

  private boolean isInOrder(int slotCount) {
    long[] last = new long[slotCount];
    Arrays.fill(last, Long.MIN_VALUE);
    for (int row = 0; row < slotOfRow.length; row++) {
      if (timeOfRow[row] < last[slotOfRow[row]]) {
        return false;
      }
      last[slotOfRow[row]] = timeOfRow[row];
    }
    return true;
  }

  private void sort() {
    int[] order = TimeOrder.of(timeOfRow, timeOfRow.length);
    int[] addresses = addresses();
    int[] slots = new int[order.length];
    long[] times = new long[order.length];
    List<Batch> unsorted = List.copyOf(batches);
    batches.clear();
    BatchBuilder sorted = new BatchBuilder(kept);
    for (int i = 0; i < order.length; i++) {
      int row = order[i];
      slots[i] = slotOfRow[row];
      times[i] = timeOfRow[row];
      sorted.append(unsorted.get(addresses[row] >>> ROW_BITS), addresses[row] & Batch.MAX_ROWS - 1);
      if (sorted.isFull()) {
        batches.add(sorted.take());
      }
    }
    if (sorted.rows() > 0) {
      batches.add(sorted.take());
    }
    slotOfRow = slots;
    timeOfRow = times;
  }

  /** Batch and row within it, of every row. */
  private int[] addresses() {
    int[] addresses = new int[slotOfRow.length];
    int at = 0;
    for (int b = 0; b < batches.size(); b++) {
      for (int row = 0; row < batches.get(b).size(); row++) {
        addresses[at++] = b << ROW_BITS | row;
      }
    }
    return addresses;
  }
}
