package tidemark.statestore.changelog;

import com.github.luben.zstd.Zstd;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.Bytes;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.files.FrameReader;

/**
 * Reads the changes of a segment or a snapshot in the order of the file; damage is a failure with
 * the path.
 */
public final class SegmentReader implements Changes, AutoCloseable {
  private final FrameReader frames;
  private final List<StoreId> stores = new ArrayList<>();
  private Bytes.In block = new Bytes.In(new byte[0], 0);
  private byte[] raw = new byte[0];
  private byte[] key = new byte[64];
  private int keyLength;
  private int agreed;

  /** So many bytes of the key before are known to the block. */
  private int shareable;

  private int valueStart;
  private int valueLength;
  private int store = -1;
  private int blockStore = -1;
  private long puts;
  private long deletes;
  private long blocks;
  private boolean ended;

  public SegmentReader(FileStore files, String folder, char kind, String name) {
    this(files.open(folder + "/" + name), folder + "/" + name, kind, name);
  }

  /**
   * @param path what failures call the file
   */
  public SegmentReader(InputStream in, String path, char kind, String name) {
    frames = new FrameReader(in, path, kind);
    try {
      if (frames.next() != 'H' || !frames.payload().string().equals(name)) {
        throw frames.damaged("it is the content of another file");
      }
    } catch (StateFailure e) {
      frames.close();
      throw e;
    }
  }

  /** Moves to the next store; false at the end of the file, whose counts have been checked then. */
  @Override
  public boolean nextStore() {
    boolean more = true;
    while (more) {
      more = next();
    }
    store = blockStore;
    keyLength = 0;
    return !ended;
  }

  @Override
  public boolean next() {
    try {
      while (block.remaining() == 0 && !ended && blockStore == store) {
        nextFrame();
      }
      if (ended || blockStore != store) {
        return false;
      }
      readChange();
      return true;
    } catch (IndexOutOfBoundsException | ArithmeticException e) {
      throw frames.damaged("a block has a wrong form");
    }
  }

  private void readChange() {
    int shared = block.count();
    int suffix = block.count();
    long mark = block.varint();
    int length = Math.addExact(shared, suffix);
    int from = block.take(suffix);
    if (shared > shareable) {
      throw new IndexOutOfBoundsException("a key begins with what no key before has");
    }
    if (length > key.length) {
      key = Arrays.copyOf(key, length * 2);
    }
    takeKey(block.array(), from, shared, length);
    valueLength = Math.toIntExact(mark - 1);
    valueStart = block.take(Math.max(valueLength, 0));
    if (mark == 0) {
      deletes++;
    } else {
      puts++;
    }
  }

  /** A block begins with a whole key, which may yet agree with the last one of the block before. */
  private void takeKey(byte[] bytes, int from, int shared, int length) {
    agreed = shared;
    int comparable = Math.min(keyLength, length);
    while (agreed < comparable && key[agreed] == bytes[from + agreed - shared]) {
      agreed++;
    }
    System.arraycopy(bytes, from, key, shared, length - shared);
    keyLength = length;
    shareable = length;
  }

  private void nextFrame() {
    char type = frames.next();
    Bytes.In payload = frames.payload();
    switch (type) {
      case 'T' -> addStore(payload);
      case 'B' -> openBlock(payload);
      case FrameReader.END -> end(payload);
      default -> throw frames.damaged("an unknown frame");
    }
  }

  private void addStore(Bytes.In payload) {
    if (payload.count() != stores.size()) {
      throw frames.damaged("a store has a wrong number");
    }
    stores.add(new StoreId(payload.string(), payload.string()));
  }

  private void openBlock(Bytes.In payload) {
    blockStore = payload.count();
    int codec = payload.int8();
    int length = payload.count();
    if (blockStore >= stores.size() || length > 1 << 30) {
      throw frames.damaged("a block has a wrong form");
    }
    blocks++;
    shareable = 0;
    if (raw.length < length) {
      raw = new byte[length];
    }
    int size = payload.remaining();
    int from = payload.take(size);
    if (codec == BlockWriter.RAW && size == length) {
      System.arraycopy(payload.array(), from, raw, 0, length);
    } else if (codec != BlockWriter.ZSTD
        || Zstd.decompressByteArray(raw, 0, length, payload.array(), from, size) != length) {
      throw frames.damaged("a block cannot be unpacked");
    }
    block = new Bytes.In(raw, length);
  }

  private void end(Bytes.In payload) {
    ended = true;
    if (payload.varint() != puts || payload.varint() != deletes || payload.varint() != blocks) {
      throw frames.damaged("its counts are wrong");
    }
  }

  @Override
  public StoreId store() {
    return stores.get(store);
  }

  @Override
  public byte[] keyArray() {
    return key;
  }

  @Override
  public int keyStart() {
    return 0;
  }

  @Override
  public int keyLength() {
    return keyLength;
  }

  @Override
  public int agreed() {
    return agreed;
  }

  @Override
  public byte[] valueArray() {
    return raw;
  }

  @Override
  public int valueStart() {
    return valueStart;
  }

  @Override
  public int valueLength() {
    return valueLength;
  }

  @Override
  public void close() {
    frames.close();
  }
}
