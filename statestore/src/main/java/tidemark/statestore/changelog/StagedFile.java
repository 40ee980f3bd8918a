package tidemark.statestore.changelog;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.files.FileStore;

/**
 * The content of a file before it has its name: in memory while it is small, in a local file
 * otherwise.
 */
public final class StagedFile extends OutputStream {
  private static final int IN_MEMORY = 1 << 20;

  private final Path overflow;
  private final ByteArrayOutputStream memory;
  private OutputStream out;
  private long length;

  /**
   * @param overflow local file for content that is not small
   * @param room takes content that is small; used by nobody else until that has its name
   */
  public StagedFile(Path overflow, SegmentRoom room) {
    this.overflow = overflow;
    this.memory = room.content();
    this.out = memory;
  }

  /** A file with room of its own. */
  public StagedFile(Path overflow) {
    this(overflow, new SegmentRoom());
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    if (out == memory && length + count > IN_MEMORY) {
      Files.createDirectories(overflow.getParent());
      out = new BufferedOutputStream(Files.newOutputStream(overflow), 1 << 16);
      memory.writeTo(out);
    }
    out.write(bytes, from, count);
    length += count;
  }

  public long length() {
    return length;
  }

  /** Ends the writing and brings the content to the disk, so that publishing it is quick. */
  public void complete() throws IOException {
    out.close();
    if (out != memory) {
      try (FileChannel file = FileChannel.open(overflow, StandardOpenOption.WRITE)) {
        file.force(true);
      }
    }
  }

  /** Gives the content its name, durably. */
  public void publish(FileStore files, String path) throws IOException {
    out.close();
    if (out != memory) {
      files.upload(overflow, path);
      return;
    }
    if (!files.createIfAbsent(path, memory.toByteArray())) {
      throw new StateFailure(
          Kind.FENCED, path + " exists already", "Start one run per checkpoint.");
    }
  }

  /** Drops the content. */
  public void abandon() throws IOException {
    out.close();
    if (out != memory) {
      Files.deleteIfExists(overflow);
    }
  }
}
