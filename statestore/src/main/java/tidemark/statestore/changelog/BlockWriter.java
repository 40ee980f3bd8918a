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

  private final FrameWriter frames;
  private final int store;
  private final boolean compressed;
  private final BlockCompressor compressor = new BlockCompressor();
  private final SegmentRoom room;
  private byte[] block;
  private int length;
  private byte[] previousKey = new byte[64];
  private int previousLength;
  private boolean ascending = true;
  private long puts;
  private long deletes;
  private long blocks;
  private long rawBytes;

  /**
   * @param store number of the store in its file
   * @param room takes the blocks; used by nobody else until all are written
   */
  BlockWriter(FrameWriter frames, int store, boolean compressed, SegmentRoom room) {
    this.frames = frames;
    this.store = store;
    this.compressed = compressed;
    this.room = room;
    this.block = room.block();
  }

  public void put(
      byte[] key, int keyFrom, int keyLength, byte[] value, int valueFrom, int valueLength)
      throws IOException {
    int differs =
        Arrays.mismatch(previousKey, 0, previousLength, key, keyFrom, keyFrom + keyLength);
    write(
        key, keyFrom, keyLength, differs < 0 ? keyLength : differs, value, valueFrom, valueLength);
  }

  /**
   * Writes the change at which a walk stands.
   *
   * @param agreed at how many bytes in front its key agrees with the one that was written before
   */
  public void write(Changes at, int agreed) throws IOException {
    write(
        at.keyArray(),
        at.keyStart(),
        at.keyLength(),
        agreed,
        at.valueArray(),
        at.valueStart(),
        at.valueLength());
  }

  private void write(
      byte[] key,
      int keyFrom,
      int keyLength,
      int agreed,
      byte[] value,
      int valueFrom,
      int valueLength)
      throws IOException {
    // Keys need only ascend within a block: one that does not starts the next block.
    if (!isAbovePrevious(key, keyFrom, keyLength, agreed)) {
      ascending = false;
      flush();
    }
    int shared = length == 0 ? 0 : agreed;
    int suffix = keyLength - shared;
    int valueBytes = Math.max(valueLength, 0);
    block = room.block(length, 3 * Bytes.LONGEST_VARINT + suffix + valueBytes);
    int end = Bytes.varint(block, length, shared);
    end = Bytes.varint(block, end, suffix);
    end = Bytes.varint(block, end, valueLength + 1L);
    System.arraycopy(key, keyFrom + shared, block, end, suffix);
    end += suffix;
    System.arraycopy(value, valueFrom, block, end, valueBytes);
    length = end + valueBytes;
    remember(key, keyFrom, keyLength, agreed);
    rawBytes += keyLength + valueBytes;
    puts += valueLength < 0 ? 0 : 1;
    deletes += valueLength < 0 ? 1 : 0;
    if (length >= BLOCK) {
      flush();
    }
  }

  private boolean isAbovePrevious(byte[] key, int from, int keyLength, int agreed) {
    return agreed < keyLength
        && (agreed >= previousLength || (previousKey[agreed] & 0xFF) < (key[from + agreed] & 0xFF));
  }

  private void remember(byte[] key, int from, int keyLength, int agreed) {
    if (keyLength > previousKey.length) {
      previousKey = Arrays.copyOf(previousKey, keyLength * 2);
    }
    System.arraycopy(key, from + agreed, previousKey, agreed, keyLength - agreed);
    previousLength = keyLength;
  }

  /** Writes the block that has been begun. */
  public void flush() throws IOException {
    if (length == 0) {
      return;
    }
    byte[] payload = room.payload(2 * Bytes.LONGEST_VARINT + 1 + BlockCompressor.most(length));
    int end = Bytes.varint(payload, 0, store);
    payload[end++] = (byte) (compressed ? ZSTD : RAW);
    end = Bytes.varint(payload, end, length);
    if (compressed) {
      end += compressor.compress(block, length, payload, end);
    } else {
      System.arraycopy(block, 0, payload, end, length);
      end += length;
    }
    frames.frame('B', payload, end);
    blocks++;
    length = 0;
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
