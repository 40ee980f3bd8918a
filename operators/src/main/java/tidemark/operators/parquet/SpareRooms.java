package tidemark.operators.parquet;

import org.jspecify.annotations.Nullable;

/**
 * What a thread has read a file into, kept for the file that it reads next: a file is soon read,
 * and large arrays take long to make and to collect.
 */
public final class SpareRooms {
  private static final long MOST_BYTES = 16 << 20;

  private final ThreadLocal<@Nullable PageRooms> last = new ThreadLocal<>();

  /** Rooms that nobody else has. */
  PageRooms take() {
    PageRooms spare = last.get();
    last.remove();
    return spare == null ? new PageRooms() : spare;
  }

  /** Gives rooms back, which are not used any more; large ones are not kept. */
  void giveBack(PageRooms spare) {
    if (spare.bytes() <= MOST_BYTES) {
      last.set(spare);
    }
  }
}
