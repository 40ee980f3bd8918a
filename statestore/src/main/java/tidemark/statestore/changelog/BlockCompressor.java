package tidemark.statestore.changelog;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import org.jspecify.annotations.Nullable;
import tidemark.statestore.files.Bytes;

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
  private byte[] target = new byte[0];

  /** Appends what a block is compressed to. */
  void append(Bytes block, Bytes out) {
    int bound = (int) Zstd.compressBound(block.length());
    if (target.length < bound) {
      target = new byte[bound];
    }
    int size = context().compressByteArray(target, 0, bound, block.array(), 0, block.length());
    out.put(target, 0, size);
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
