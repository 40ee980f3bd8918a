package tidemark.operators.builtin.filesource;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Eight bytes that stand for the first {@code size} bytes of a file: of the SHA-256 of its first
 * and last {@value #SAMPLE} bytes. Appending does not change it; another file of the same size has
 * another one unless it differs in the middle only.
 */
final class Fingerprint {
  private static final int SAMPLE = 4096;

  private Fingerprint() {}

  /**
   * @throws EOFException if the file is shorter than {@code size}
   */
  static long of(Path file, long size) throws IOException {
    if (size == 0) {
      return 0;
    }
    ByteBuffer sample = ByteBuffer.allocate((int) Math.min(size, 2L * SAMPLE));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (size <= 2L * SAMPLE) {
        fill(channel, sample, 0);
      } else {
        fill(channel, sample.limit(SAMPLE), 0);
        fill(channel, sample.limit(2 * SAMPLE), size - SAMPLE);
      }
    }
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(sample.array());
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException missing) {
      throw new AssertionError(missing);
    }
  }

  private static void fill(FileChannel channel, ByteBuffer target, long from) throws IOException {
    long position = from;
    while (target.hasRemaining()) {
      int count = channel.read(target, position);
      if (count < 0) {
        throw new EOFException("the file is shorter than it was");
      }
      position += count;
    }
  }
}
