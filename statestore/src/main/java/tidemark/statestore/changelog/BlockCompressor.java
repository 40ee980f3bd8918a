package tidemark.statestore.changelog;

import com.github.luben.zstd.ZstdCompressCtx;
import org.jspecify.annotations.Nullable;

/** Compresses blocks with zstd; holds native memory from the first block until it is closed. */
final class BlockCompressor implements AutoCloseable {
  private static final int LEVEL = 1;

  /**
   * Rows repeat each other in little but numbers, so short matches are not worth looking for, and a
   * table that stays in the first cache finds nearly all of the others: the size is that of the
   * level as it is, the time a tenth to a half less.
   */
  private static final int LEAST_MATCH = 6;

  private static final int HASH_BITS = 11;

  private @Nullable ZstdCompressCtx context;

  /** The most bytes that so many are compressed to, as the format has it; loads no library. */
  static int most(int length) {
    return length + (length >> 8) + 64;
  }

  /**
   * Compresses the first {@code length} bytes of an array into another one and returns how many
   * they are there.
   */
  int compress(byte[] bytes, int length, byte[] to, int at) {
    return context().compressByteArray(to, at, to.length - at, bytes, 0, length);
  }

  private ZstdCompressCtx context() {
    ZstdCompressCtx open = context;
    if (open == null) {
      open = new ZstdCompressCtx();
      open.setLevel(LEVEL).setMinMatch(LEAST_MATCH).setHashLog(HASH_BITS);
      context = open;
    }
    return open;
  }

  @Override
  public void close() {
    ZstdCompressCtx open = context;
    if (open != null) {
      context = null;
      open.close();
    }
  }
}
