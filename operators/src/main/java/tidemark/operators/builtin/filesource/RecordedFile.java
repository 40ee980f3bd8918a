package tidemark.operators.builtin.filesource;

import java.nio.ByteBuffer;

/**
 * A file as a micro-batch reads it: its first {@code size} bytes.
 *
 * @param name below the source's base, portable
 * @param modified in nanoseconds since 1970
 * @param fingerprint of the first {@code size} bytes
 */
record RecordedFile(String name, long size, long modified, long fingerprint) {
  private static final byte VERSION = 1;
  private static final int BYTES = 1 + 3 * Long.BYTES;

  /** The value under the file's name in the source's state: version, size, time, fingerprint. */
  byte[] stateValue() {
    return ByteBuffer.allocate(BYTES)
        .put(VERSION)
        .putLong(size)
        .putLong(modified)
        .putLong(fingerprint)
        .array();
  }

  /** The file of a state entry. */
  static RecordedFile ofState(String name, byte[] value) {
    ByteBuffer buffer = ByteBuffer.wrap(value);
    byte version = buffer.get();
    if (version != VERSION || value.length != BYTES) {
      throw new IllegalStateException("a file's state entry has the unknown version " + version);
    }
    return new RecordedFile(name, buffer.getLong(), buffer.getLong(), buffer.getLong());
  }

  boolean looksLike(long otherSize, long otherModified) {
    return size == otherSize && modified == otherModified;
  }
}
