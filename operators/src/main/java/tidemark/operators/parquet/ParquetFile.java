package tidemark.operators.parquet;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.codec.LittleEndian;

/** The bytes of an open file, up to the size that counts. */
final class ParquetFile implements Closeable {
  private static final int MAGIC = 0x31524150; // PAR1
  private static final int ENCRYPTED = 0x45524150; // PARE
  private static final int TAIL = 8;
  private static final long LONGEST_FOOTER = 1 << 30;

  private final FileChannel channel;
  private final long size;

  /** Opens the file; only its first {@code size} bytes are looked at. */
  ParquetFile(Path path, long size) throws IOException {
    this.channel = FileChannel.open(path, StandardOpenOption.READ);
    this.size = size;
  }

  long size() {
    return size;
  }

  /**
   * Reads the footer.
   *
   * @throws DamagedException if the file is none of Parquet, or cut off
   */
  FileMetadata metadata() throws IOException {
    if (size == 0) {
      throw new DamagedException("it is empty: a Parquet file has a footer even without rows");
    }
    if (size < TAIL + 4) {
      throw new DamagedException("it is no Parquet file");
    }
    byte[] head = read(0, 4);
    byte[] tail = read(size - TAIL, TAIL);
    int end = LittleEndian.getInt(tail, 4);
    if (end == ENCRYPTED) {
      throw new DamagedException("it is encrypted, which cannot be read here");
    }
    if (LittleEndian.getInt(head, 0) != MAGIC) {
      throw new DamagedException("it is no Parquet file: it does not begin with PAR1");
    }
    if (end != MAGIC) {
      throw new DamagedException("it is cut off: it does not end with PAR1");
    }
    long length = LittleEndian.getInt(tail, 0) & 0xFFFFFFFFL;
    if (length > size - TAIL - 4 || length > LONGEST_FOOTER) {
      throw new DamagedException(
          "its footer is damaged: it would be %d bytes long".formatted(length));
    }
    byte[] footer = read(size - TAIL - length, (int) length);
    return FooterReader.read(footer, 0, footer.length);
  }

  /** Fills a part of an array from an offset of the file. */
  void read(long offset, byte[] target, int from, int length) throws IOException {
    if (offset < 0 || length < 0 || offset > size - length) {
      throw new DamagedException("a column chunk lies outside of the file");
    }
    ByteBuffer buffer = ByteBuffer.wrap(target, from, length);
    long position = offset;
    while (buffer.hasRemaining()) {
      int count = channel.read(buffer, position);
      if (count < 0) {
        throw new EOFException("the file is shorter than it was");
      }
      position += count;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private byte[] read(long offset, int length) throws IOException {
    byte[] bytes = new byte[length];
    read(offset, bytes, 0, length);
    return bytes;
  }
}
