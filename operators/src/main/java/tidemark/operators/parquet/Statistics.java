package tidemark.operators.parquet;

import java.util.Optional;

/**
 * What is known of the values of a chunk.
 *
 * @param nulls how many are null; -1 if unknown
 * @param least not above any value; as stored
 * @param greatest not below any value; as stored
 */
record Statistics(long nulls, Optional<Bytes> least, Optional<Bytes> greatest) {
  static final Statistics UNKNOWN = new Statistics(-1, Optional.empty(), Optional.empty());

  /** A value as stored; immutable by agreement. */
  static final class Bytes {
    private final byte[] bytes;

    Bytes(byte[] bytes) {
      this.bytes = bytes;
    }

    byte[] bytes() {
      return bytes;
    }
  }
}
