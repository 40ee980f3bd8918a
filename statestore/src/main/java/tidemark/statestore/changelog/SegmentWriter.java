package tidemark.statestore.changelog;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.Bytes;
import tidemark.statestore.files.FrameReader;
import tidemark.statestore.files.FrameWriter;

/** Writes the blocks of a segment or a snapshot: FORMAT.md section 4. */
public final class SegmentWriter {
  static final int RAW = 0;
  static final int ZSTD = 1;

  private static final int BLOCK = 1 << 17;
  private static final int LEVEL = 1;

  /** Files shorter than this are not compressed: loading the compressor would take longer. */
  private static final long UNCOMPRESSED = 1 << 16;

  private final FrameWriter frames;
  private final Map<StoreId, Integer> stores = new LinkedHashMap<>();
  private final Bytes block = new Bytes(BLOCK + (BLOCK >> 1));
  private final Bytes payload = new Bytes(BLOCK + (BLOCK >> 1));
  private Optional<StoreId> last = Optional.empty();
  private byte[] previousKey = new byte[64];
  private int previousLength;
  private byte[] target = new byte[0];
  private boolean ascending = true;
  private int store = -1;
  private long puts;
  private long deletes;
  private long blocks;
  private long rawBytes;

  /**
   * @param kind {@code S} for a segment, {@code N} for a snapshot
   * @param name name of the file
   */
  public SegmentWriter(OutputStream out, char kind, String name) throws IOException {
    frames = new FrameWriter(out, kind);
    frames.frame('H', payload.string(name));
  }

  /** The rows that follow are of this store. */
  public void store(StoreId id) throws IOException {
    flushBlock();
    Integer known = stores.get(id);
    ascending &= last.isEmpty() || last.get().compareTo(id) < 0;
    last = Optional.of(id);
    store = known == null ? stores.size() : known;
    previousLength = -1;
    if (known == null) {
      stores.put(id, store);
      payload.clear();
      frames.frame('T', payload.varint(store).string(id.owner()).string(id.name()));
    }
  }

  public void put(byte[] key, int keyFrom, int keyLength, byte[] value, int from, int length)
      throws IOException {
    change(key, keyFrom, keyLength, length + 1L);
    block.put(value, from, length);
    puts++;
    rawBytes += keyLength + length;
    if (block.length() >= BLOCK) {
      flushBlock();
    }
  }

  public void delete(byte[] key, int keyFrom, int keyLength) throws IOException {
    change(key, keyFrom, keyLength, 0);
    deletes++;
    rawBytes += keyLength;
    if (block.length() >= BLOCK) {
      flushBlock();
    }
  }

  /** Keys need only ascend within a block: one that does not starts the next block. */
  private void change(byte[] key, int from, int length, long valueMark) throws IOException {
    int shared = 0;
    if (previousLength >= 0) {
      int differs = Arrays.mismatch(previousKey, 0, previousLength, key, from, from + length);
      shared = Math.max(differs, 0);
      boolean above =
          differs >= 0
              && differs < length
              && (differs == previousLength
                  || (previousKey[differs] & 0xFF) < (key[from + differs] & 0xFF));
      if (!above) {
        ascending = false;
        flushBlock();
      }
    }
    if (block.length() == 0) {
      shared = 0;
    }
    block.varint(shared).varint(length - shared).varint(valueMark);
    block.put(key, from + shared, length - shared);
    if (length > previousKey.length) {
      previousKey = new byte[length * 2];
    }
    System.arraycopy(key, from, previousKey, 0, length);
    previousLength = length;
  }

  private void flushBlock() throws IOException {
    if (block.length() == 0) {
      return;
    }
    payload.clear();
    payload.varint(store);
    if (rawBytes < UNCOMPRESSED) {
      payload.put(RAW).varint(block.length()).put(block.array(), 0, block.length());
    } else {
      payload.put(ZSTD).varint(block.length());
      compress();
    }
    frames.frame('B', payload);
    blocks++;
    block.clear();
  }

  private void compress() {
    int bound = (int) Zstd.compressBound(block.length());
    if (target.length < bound) {
      target = new byte[bound];
    }
    long size =
        Zstd.compressByteArray(target, 0, target.length, block.array(), 0, block.length(), LEVEL);
    if (Zstd.isError(size)) {
      throw new IllegalStateException(Zstd.getErrorName(size));
    }
    payload.put(target, 0, (int) size);
  }

  /** Writes the end; nothing may follow. */
  public void finish() throws IOException {
    flushBlock();
    payload.clear();
    payload.varint(puts).varint(deletes).varint(blocks).put(ascending ? 1 : 0);
    frames.frame(FrameReader.END, payload);
  }

  /** Bytes of keys and values written so far. */
  public long rawBytes() {
    return rawBytes;
  }

  /** True when the stores, and the keys of each, ascended. */
  public boolean isAscending() {
    return ascending;
  }
}
