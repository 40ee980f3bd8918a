package tidemark.operators.parquet;

import java.util.HashMap;
import java.util.Map;

/** The rooms that the leaves of a file are read into; used by one thread. */
final class PageRooms {
  private final Map<Integer, PageRoom> rooms = new HashMap<>();

  /** The room of the leaf with this number. */
  PageRoom of(int leaf) {
    return rooms.computeIfAbsent(leaf, number -> new PageRoom());
  }

  long bytes() {
    return rooms.values().stream().mapToLong(PageRoom::bytes).sum();
  }
}
