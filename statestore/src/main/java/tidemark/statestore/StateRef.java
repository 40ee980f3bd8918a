package tidemark.statestore;

import java.util.List;
import java.util.Optional;

/**
 * Everything that names one sealed version: state = snapshot (or nothing), then the segments in
 * order. The names are unique for ever, so what a commit names cannot be overwritten by another
 * run.
 *
 * @param version batch whose changes are the last ones in it; -1 = no batch yet
 */
public record StateRef(
    long version, Optional<Snapshot> snapshot, List<Segment> segments, List<Size> stores) {
  public StateRef {
    segments = List.copyOf(segments);
    stores = List.copyOf(stores);
  }

  /** State without a row. */
  public static StateRef empty(long version) {
    return new StateRef(version, Optional.empty(), List.of(), List.of());
  }

  public static StateRef empty() {
    return empty(-1);
  }

  /** True when no file is needed to open this version. */
  public boolean isEmpty() {
    return snapshot.isEmpty() && segments.isEmpty();
  }

  /**
   * A full copy of one version, {@code state/snapshots/<name>}.
   *
   * @param bytes length of the file
   */
  public record Snapshot(String name, long version, long bytes) {}

  /**
   * Changes of one batch or of several neighbouring ones, {@code state/segments/<name>}.
   *
   * @param bytes length of the file
   * @param rawBytes bytes of keys and values in it
   * @param ascending true when stores and keys ascend, so that it can be merged with its neighbours
   */
  public record Segment(String name, long bytes, long rawBytes, boolean ascending) {}

  /** Rows of one store, and the bytes of their keys and values. */
  public record Size(StoreId id, long rows, long bytes) {}
}
