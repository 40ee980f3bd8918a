package tidemark.statestore.changelog;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.Bytes;
import tidemark.statestore.files.FrameReader;
import tidemark.statestore.files.FrameWriter;

/** Writes a segment or a snapshot of rows: FORMAT.md section 4. */
public final class SegmentWriter implements AutoCloseable {
  private final OutputStream out;
  private final FrameWriter frames;
  private final boolean compressed;
  private final SegmentRoom room;
  private final Map<StoreId, Integer> stores = new LinkedHashMap<>();
  private final Bytes payload = new Bytes(256);
  private Optional<StoreId> last = Optional.empty();
  private Optional<BlockWriter> open = Optional.empty();

  /** So many stores have been named in the file. */
  private int described;

  private boolean ascending = true;
  private long puts;
  private long deletes;
  private long blocks;
  private long rawBytes;

  /**
   * @param kind {@code S} for a segment, {@code N} for a snapshot
   * @param name name of the file
   * @param compressed whether blocks are compressed: not worth loading the compressor for a small
   *     file
   * @param room takes blocks; used by nobody else until the file is finished
   */
  public SegmentWriter(
      OutputStream out, char kind, String name, boolean compressed, SegmentRoom room)
      throws IOException {
    this.out = out;
    this.compressed = compressed;
    this.room = room;
    frames = new FrameWriter(out, kind);
    frames.frame('H', payload.string(name));
  }

  /** A writer with room of its own. */
  public SegmentWriter(OutputStream out, char kind, String name, boolean compressed)
      throws IOException {
    this(out, kind, name, compressed, new SegmentRoom());
  }

  /** What follows is of this store; its changes go to the writer returned. */
  public BlockWriter store(StoreId id) throws IOException {
    int number = number(id);
    enter(id);
    BlockWriter writer = new BlockWriter(frames, number, compressed, room);
    open = Optional.of(writer);
    return writer;
  }

  private int number(StoreId id) {
    Integer known = stores.putIfAbsent(id, stores.size());
    return known == null ? stores.size() - 1 : known;
  }

  private void enter(StoreId id) throws IOException {
    endStore();
    ascending &= last.isEmpty() || last.get().compareTo(id) < 0;
    last = Optional.of(id);
    if (number(id) == described) {
      payload.clear();
      frames.frame('T', payload.varint(described).string(id.owner()).string(id.name()));
      described++;
    }
  }

  /**
   * Makes empty parts for changes of a store, on any thread. Stores are entered in the order in
   * which this was called.
   */
  public Supplier<SegmentPart> parts(StoreId id) {
    int number = number(id);
    return () -> new SegmentPart(id, number, compressed, room.ofPart());
  }

  /**
   * Takes the blocks of a part, all of which are written; the keys of a store's parts ascend in the
   * order in which they are taken.
   */
  public void append(SegmentPart part) throws IOException {
    if (!last.equals(Optional.of(part.store))) {
      enter(part.store);
    }
    part.room.frames().writeTo(out);
    count(part.blocks);
    room.giveBack(part.room);
  }

  private void endStore() throws IOException {
    if (open.isPresent()) {
      open.get().flush();
      count(open.get());
      close();
    }
  }

  private void count(BlockWriter writer) {
    puts += writer.puts();
    deletes += writer.deletes();
    blocks += writer.blocks();
    rawBytes += writer.rawBytes();
    ascending &= writer.isAscending();
  }

  /** Writes the end; nothing may follow. */
  public void finish() throws IOException {
    endStore();
    payload.clear();
    payload.varint(puts).varint(deletes).varint(blocks).put(ascending ? 1 : 0);
    frames.frame(FrameReader.END, payload);
  }

  /** Bytes of keys and values, once finished. */
  public long rawBytes() {
    return rawBytes;
  }

  /** True when the stores, and the keys of each, ascended; once finished. */
  public boolean isAscending() {
    return ascending;
  }

  /** Frees memory; what is not finished stays so. */
  @Override
  public void close() {
    open.ifPresent(BlockWriter::close);
    open = Optional.empty();
  }
}
