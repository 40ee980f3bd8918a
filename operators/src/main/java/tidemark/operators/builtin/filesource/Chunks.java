package tidemark.operators.builtin.filesource;

/**
 * One array for chunks of input a thread, handed on from reader to reader: many small files would
 * else allocate as much as is read of them.
 */
final class Chunks {
  private static final byte[] NONE = {};

  private final ThreadLocal<byte[]> free = ThreadLocal.withInitial(() -> NONE);
  private final int usual;

  /**
   * @param usual bytes of most chunks; longer ones are not handed on
   */
  Chunks(int usual) {
    this.usual = usual;
  }

  /** An array of at least so many bytes, with anything in it. */
  byte[] take(int bytes) {
    byte[] chunk = free.get();
    if (chunk.length < bytes) {
      return new byte[bytes];
    }
    free.set(NONE);
    return chunk;
  }

  /** Takes an array back that nobody reads any more. */
  void give(byte[] chunk) {
    if (chunk.length <= usual && chunk.length > free.get().length) {
      free.set(chunk);
    }
  }
}
