package tidemark.statestore.changelog;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.FileStore;

/**
 * Makes one segment of several neighbouring ones: of each key the last change stays. All must
 * ascend.
 */
public final class SegmentMerge implements AutoCloseable {
  private final List<SegmentReader> readers = new ArrayList<>();
  private final boolean fromTheStart;
  private final List<SegmentReader> open = new ArrayList<>();

  /**
   * @param names the segments, the oldest first
   * @param fromTheStart true when nothing lies before them, so that deletes have done their work
   */
  public SegmentMerge(FileStore files, String folder, List<String> names, boolean fromTheStart) {
    this.fromTheStart = fromTheStart;
    try {
      for (String name : names) {
        readers.add(new SegmentReader(files, folder, 'S', name));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Stores come in the order of their ids, whatever order the inputs have them in. */
  public void writeTo(SegmentWriter writer) throws IOException {
    StoreId current = null;
    readers.stream().filter(SegmentReader::next).forEach(open::add);
    while (!open.isEmpty()) {
      SegmentReader least = newestOfLeast();
      if (least.valueLength() >= 0 || !fromTheStart) {
        if (!least.store().equals(current)) {
          current = least.store();
          writer.store(current);
        }
        copy(least, writer);
      }
      advancePast(least);
    }
  }

  private SegmentReader newestOfLeast() {
    SegmentReader least = open.get(0);
    for (SegmentReader reader : open) {
      least = compare(reader, least) <= 0 ? reader : least;
    }
    return least;
  }

  private static int compare(SegmentReader a, SegmentReader b) {
    int byStore = a.store().compareTo(b.store());
    return byStore != 0
        ? byStore
        : Arrays.compareUnsigned(a.keyArray(), 0, a.keyLength(), b.keyArray(), 0, b.keyLength());
  }

  private static void copy(SegmentReader from, SegmentWriter to) throws IOException {
    if (from.valueLength() < 0) {
      to.delete(from.keyArray(), 0, from.keyLength());
      return;
    }
    to.put(
        from.keyArray(),
        0,
        from.keyLength(),
        from.valueArray(),
        from.valueStart(),
        from.valueLength());
  }

  /** Moves every reader that stands at the key of this one, itself last. */
  private void advancePast(SegmentReader least) {
    open.removeIf(reader -> reader != least && compare(reader, least) == 0 && !reader.next());
    if (!least.next()) {
      open.removeIf(reader -> reader == least);
    }
  }

  @Override
  public void close() {
    readers.forEach(SegmentReader::close);
  }
}
