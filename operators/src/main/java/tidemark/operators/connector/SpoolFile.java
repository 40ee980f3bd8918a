package tidemark.operators.connector;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Bytes of a micro-batch that are kept outside memory as long as this process wants them. The file
 * has no name any more once it is open (in Windows: is removed when it is closed), so that nothing
 * of it is left, however the process ends.
 */
public final class SpoolFile implements AutoCloseable {
  private final FileChannel channel;

  private SpoolFile(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Makes one in the folder of temporary files.
   *
   * @param purpose part of the name it has for a moment
   */
  public static SpoolFile make(String purpose) throws IOException {
    return open(Files.createTempFile("tidemark-" + purpose + "-", ".spool"));
  }

  /** Takes a file over, and its name away. */
  static SpoolFile open(Path file) throws IOException {
    return new SpoolFile(
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE));
  }

  /** Appends, without a buffer; closing it closes nothing. */
  public OutputStream out() {
    return new Appending();
  }

  /** All that was written, from the beginning, without a buffer; any number at a time. */
  public InputStream in() {
    return new Reading();
  }

  /** How many bytes were written. */
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Writes behind what was written. */
  private final class Appending extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      ByteBuffer rest = ByteBuffer.wrap(source, offset, length);
      while (rest.hasRemaining()) {
        int unused = channel.write(rest);
      }
    }
  }

  /** Reads at a place of its own. */
  private final class Reading extends InputStream {
    private long place;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      int read = channel.read(ByteBuffer.wrap(target, offset, length), place);
      place += Math.max(0, read);
      return read;
    }
  }
}
