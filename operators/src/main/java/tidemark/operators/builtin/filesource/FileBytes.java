package tidemark.operators.builtin.filesource;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The bytes of a file in {@code [from, to)}; fails if the file ends before. */
final class FileBytes extends InputStream {
  private final FileChannel channel;
  private final long to;
  private long position;

  FileBytes(Path path, long from, long to) throws IOException {
    this.channel = FileChannel.open(path, StandardOpenOption.READ);
    this.position = from;
    this.to = to;
  }

  /** The offset in the file of the next byte. */
  long position() {
    return position;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (position >= to) {
      return -1;
    }
    int wanted = (int) Math.min(length, to - position);
    int count = channel.read(ByteBuffer.wrap(target, offset, wanted), position);
    if (count < 0) {
      throw new EOFException("the file is shorter than it was");
    }
    position += count;
    return count;
  }

  @Override
  public int available() {
    return (int) Math.min(Integer.MAX_VALUE, to - position);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
