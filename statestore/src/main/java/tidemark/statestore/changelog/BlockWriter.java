package tidemark.statestore.changelog;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.util.Arrays;
import tidemark.statestore.files.Bytes;
import tidemark.statestore.files.FrameWriter;

/**
 * Writes changes of one store as blocks: FORMAT.md section 4. Blocks do not depend on each other,
 * so several writers may make the blocks of one file at the same time.
 */
public final class BlockWriter {
  static final int RAW = 0;
  static final int ZSTD = 1;

  private static final int BLOCK = 1 << 17;
  private static final int LEVEL = 1;

  private final FrameWriter frames;
  private final Bytes block = new Bytes(BLOCK + (BLOCK >> 1));
  private final Bytes payload = new Bytes(BLOCK + (BLOCK >> 1));
  private final int store;
  private final boolean compressed;
  private byte[] previousKey = new byte[64];
  private int previousLength = -1;
  private byte[] target = new byte[0];
  private boolean ascending = true;
  private long puts;
  private long deletes;
  private long blocks;
  private long rawBytes;

  /**
   * @param store number of the store in its file
   */
  BlockWriter(FrameWriter frames, int store, boolean compressed) {
    this.frames = frames;
    this.store = store;
    this.compressed = compressed;
  }

  public void put(byte[] key, int keyFrom, int keyLength, byte[] value, int from, int length)
      throws IOException {
    change(key, keyFrom, keyLength, length + 1L);
    block.put(value, from, length);
    puts++;
    rawBytes += keyLength + length;
    if (block.length() >= BLOCK) {
      flush();
    }
  }

  public void delete(byte[] key, int keyFrom, int keyLength) throws IOException {
    change(key, keyFrom, keyLength, 0);
    deletes++;
    rawBytes += keyLength;
    if (block.length() >= BLOCK) {
      flush();
    }
  }

  /** Writes the change at which a walk stands. */
  public void write(Changes at) throws IOException {
    if (at.valueLength() < 0) {
      delete(at.keyArray(), at.keyStart(), at.keyLength());
      return;
    }
    put(
        at.keyArray(),
        at.keyStart(),
        at.keyLength(),
        at.valueArray(),
        at.valueStart(),
        at.valueLength());
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
        flush();
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

  /** Writes the block that has been begun. */
  public void flush() throws IOException {
    if (block.length() == 0) {
      return;
    }
    payload.clear();
    payload.varint(store);
    if (compressed) {
      payload.put(ZSTD).varint(block.length());
      compress();
    } else {
      payload.put(RAW).varint(block.length()).put(block.array(), 0, block.length());
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

  long puts() {
    return puts;
  }

  long deletes() {
    return deletes;
  }

  long blocks() {
    return blocks;
  }

  long rawBytes() {
    return rawBytes;
  }

  boolean isAscending() {
    return ascending;
  }
}
