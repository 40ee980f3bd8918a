package tidemark.statestore.changelog;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import tidemark.statestore.StoreId;

/**
 * Makes one sequence of changes of several neighbouring ones: of each key the last change stays.
 * Each must ascend.
 */
public final class SegmentMerge {
  private final List<Changes> open = new ArrayList<>();
  private final boolean fromTheStart;

  /**
   * @param inputs the oldest first
   * @param fromTheStart true when nothing lies before them, so that deletes have done their work
   */
  public SegmentMerge(List<? extends Changes> inputs, boolean fromTheStart) {
    this.fromTheStart = fromTheStart;
    for (Changes input : inputs) {
      if (input.next()) {
        open.add(input);
      }
    }
  }

  /**
   * Stores come in the order of their ids, whatever order the inputs have them in.
   *
   * @param cancelled asked now and then; once true the merge stops where it is
   */
  public void writeTo(SegmentWriter writer, BooleanSupplier cancelled) throws IOException {
    StoreId current = null;
    BlockWriter blocks = null;
    int steps = 0;
    while (!open.isEmpty()) {
      Changes least = newestOfLeast();
      if (least.valueLength() >= 0 || !fromTheStart) {
        if (blocks == null || !least.store().equals(current)) {
          current = least.store();
          blocks = writer.store(current);
        }
        blocks.write(least);
      }
      advancePast(least);
      if ((++steps & 0xFFF) == 0 && cancelled.getAsBoolean()) {
        return;
      }
    }
  }

  /** The same for changes of one store. */
  public void writeTo(BlockWriter writer) throws IOException {
    while (!open.isEmpty()) {
      Changes least = newestOfLeast();
      writer.write(least);
      advancePast(least);
    }
  }

  private Changes newestOfLeast() {
    Changes least = open.get(0);
    for (int i = 1; i < open.size(); i++) {
      least = compare(open.get(i), least) <= 0 ? open.get(i) : least;
    }
    return least;
  }

  private static int compare(Changes a, Changes b) {
    int byStore = a.store().compareTo(b.store());
    return byStore != 0
        ? byStore
        : Arrays.compareUnsigned(
            a.keyArray(),
            a.keyStart(),
            a.keyStart() + a.keyLength(),
            b.keyArray(),
            b.keyStart(),
            b.keyStart() + b.keyLength());
  }

  /** Moves every input that stands at the key of this one, itself last. */
  private void advancePast(Changes least) {
    for (int i = open.size() - 1; i >= 0; i--) {
      Changes other = open.get(i);
      if (other != least && compare(other, least) == 0 && !other.next()) {
        open.remove(i);
      }
    }
    if (!least.next()) {
      open.remove(least);
    }
  }
}
