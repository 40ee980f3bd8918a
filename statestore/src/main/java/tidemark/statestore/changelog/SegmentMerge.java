package tidemark.statestore.changelog;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import tidemark.statestore.StoreId;

/**
 * Makes one sequence of changes of several neighbouring ones: of each key the last change stays.
 * Each must ascend.
 */
public final class SegmentMerge {
  /** Keys between two questions whether to stop. */
  private static final int STEPS = 1 << 12;

  private final List<Changes> open = new ArrayList<>();
  private final boolean fromTheStart;

  /**
   * @param inputs the oldest first
   * @param fromTheStart true when nothing lies before them, so that deletes have done their work
   */
  public SegmentMerge(List<? extends Changes> inputs, boolean fromTheStart) {
    this.fromTheStart = fromTheStart;
    for (Changes input : inputs) {
      if (input.nextStore()) {
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
    while (!open.isEmpty()) {
      StoreId store = open.stream().map(Changes::store).sorted().findFirst().orElseThrow();
      if (!isWritten(store, writer, cancelled)) {
        return;
      }
      open.removeIf(input -> input.store().equals(store) && !input.nextStore());
    }
  }

  /** Writes all changes of a store; false when it was stopped. */
  private boolean isWritten(StoreId store, SegmentWriter writer, BooleanSupplier cancelled)
      throws IOException {
    List<Changes> inputs = open.stream().filter(each -> each.store().equals(store)).toList();
    KeyMerge keys = new KeyMerge(inputs);
    Optional<BlockWriter> blocks = Optional.empty();
    int agreed = Integer.MAX_VALUE; // with the key that was written last
    for (int steps = 1; keys.next(); steps++) {
      agreed = Math.min(agreed, keys.agreed());
      if (!fromTheStart || keys.change().valueLength() >= 0) {
        if (blocks.isEmpty()) {
          blocks = Optional.of(writer.store(store));
        }
        blocks.get().write(keys.change(), agreed);
        agreed = Integer.MAX_VALUE;
      }
      if (steps % STEPS == 0 && cancelled.getAsBoolean()) {
        return false;
      }
    }
    return true;
  }

  /** The same for changes of one store behind others, so that deletes stay. */
  public void writeTo(BlockWriter writer) throws IOException {
    if (open.isEmpty()) {
      return;
    }
    KeyMerge keys = new KeyMerge(open);
    while (keys.next()) {
      writer.write(keys.change(), keys.agreed());
    }
  }
}
