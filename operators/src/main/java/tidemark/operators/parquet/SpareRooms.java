package tidemark.operators.parquet;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What files were read into, kept for the files that are read next: a file is soon read, and large
 * arrays take long to make and to collect. For any number of threads.
 */
public final class SpareRooms {
  private static final long MOST_BYTES = 16 << 20;

  private final Queue<PageRooms> rooms = new ConcurrentLinkedQueue<>();

  /** Rooms that nobody else has. */
  PageRooms take() {
    PageRooms spare = rooms.poll();
    return spare == null ? new PageRooms() : spare;
  }

  /** Gives rooms back, which are not used any more; large ones are not kept. */
  void giveBack(PageRooms spare) {
    if (spare.bytes() <= MOST_BYTES) {
      rooms.add(spare);
    }
  }
}
