package tidemark.statestore.changelog;

import java.io.IOException;
import java.util.Arrays;
import tidemark.statestore.files.Bytes;
import tidemark.statestore.files.FrameWriter;

/**
 * Writes changes of one store as blocks: FORMAT.md section 4. Blocks do not depend on each other,
 * so several writers may make the blocks of one file at the same time.
 */
public final class BlockWriter implements AutoCloseable {
  static final int RAW = 0;
  static final int ZSTD = 1;

  private static final int BLOCK = 1 << 17;
  private static final byte[] NO_VALUE = {};

  private final FrameWriter frames;
  private final Bytes block = new Bytes(BLOCK + (BLOCK >> 1));
  private final Bytes payload = new Bytes(BLOCK + (BLOCK >> 1));
  private final int store;
  private final boolean compressed;
  private final BlockCompressor compressor = new BlockCompressor();
  private byte[] previousKey = new byte[64];
  private int previousLength;
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
    int differs =
        Arrays.mismatch(previousKey, 0, previousLength, key, keyFrom, keyFrom + keyLength);
    write(key, keyFrom, keyLength, differs < 0 ? keyLength : differs, value, from, length);
  }

  /**
   * Writes the change at which a walk stands.
   *
   * @param agreed at how many bytes in front its key agrees with the one that was written before
   */
  public void write(Changes at, int agreed) throws IOException {
    int length = at.valueLength();
    write(
        at.keyArray(),
        at.keyStart(),
        at.keyLength(),
        agreed,
        length < 0 ? NO_VALUE : at.valueArray(),
        length < 0 ? 0 : at.valueStart(),
        length);
  }

  private void write(
      byte[] key, int keyFrom, int keyLength, int agreed, byte[] value, int from, int length)
      throws IOException {
    // Keys need only ascend within a block: one that does not starts the next block.
    if (!isAbovePrevious(key, keyFrom, keyLength, agreed)) {
      ascending = false;
      flush();
    }
    int shared = block.length() == 0 ? 0 : agreed;
    int suffix = keyLength - shared;
    block.varint(shared).varint(suffix).varint(length + 1L);
    block.put(key, keyFrom + shared, suffix);
    remember(key, keyFrom, keyLength, agreed);
    rawBytes += keyLength;
    if (length < 0) {
      deletes++;
    } else {
      block.put(value, from, length);
      rawBytes += length;
      puts++;
    }
    if (block.length() >= BLOCK) {
      flush();
    }
  }

  private boolean isAbovePrevious(byte[] key, int from, int length, int agreed) {
    return agreed < length
        && (agreed >= previousLength || (previousKey[agreed] & 0xFF) < (key[from + agreed] & 0xFF));
  }

  private void remember(byte[] key, int from, int length, int agreed) {
    if (length > previousKey.length) {
      previousKey = Arrays.copyOf(previousKey, length * 2);
    }
    System.arraycopy(key, from + agreed, previousKey, agreed, length - agreed);
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
      compressor.append(block, payload.put(ZSTD).varint(block.length()));
    } else {
      payload.put(RAW).varint(block.length()).put(block.array(), 0, block.length());
    }
    frames.frame('B', payload);
    blocks++;
    block.clear();
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

  /** Frees memory; a block that has been begun is lost. */
  @Override
  public void close() {
    compressor.close();
  }
}
