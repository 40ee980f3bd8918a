package tidemark.operators.builtin.filesource;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Arrays for chunks of input, handed on from reader to reader: a batch of many small files would
 * else allocate as much as it reads. There are never more than readers that were open at once.
 */
final class Chunks {
  private final Queue<byte[]> free = new ConcurrentLinkedQueue<>();
  private final int usual;

  /**
   * @param usual bytes of most chunks; longer ones are not handed on
   */
  Chunks(int usual) {
    this.usual = usual;
  }

  /** An array of at least so many bytes, with anything in it. */
  byte[] take(int bytes) {
    byte[] chunk = free.poll();
    return chunk == null || chunk.length < bytes ? new byte[bytes] : chunk;
  }

  /** Takes an array back that nobody reads any more. */
  void give(byte[] chunk) {
    if (chunk.length > 0 && chunk.length <= usual) {
      free.add(chunk);
    }
  }
}
