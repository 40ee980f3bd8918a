package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import tidemark.statestore.StateFailure;
import tidemark.statestore.table.Shard;

/**
 * The tables of a run that has ended, as they were in memory, one behind the other in a local file.
 * Each is read when it is needed first; a start only compares the checksums, which takes a small
 * part of what writing them has taken.
 */
final class TableImages {
  private static final int CHECKED_BYTES = 1 << 18;

  private final Path file;

  TableImages(Path file) {
    this.file = file;
  }

  /**
   * Where a table lies and what is to be known of it.
   *
   * @param least as {@link Shard#least()}
   */
  record Image(int group, long from, int bytes, int crc32c, boolean complete, long least) {}

  String name() {
    return file.getFileName().toString();
  }

  /** Writes tables to a new file. Safe for use by several threads. */
  static final class Writer implements AutoCloseable {
    private final FileChannel out;
    private final AtomicLong end = new AtomicLong();

    Writer(Path file) throws IOException {
      out =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
    }

    /** Appends a table, of which everything is sealed. */
    Image write(int group, Shard shard) throws IOException {
      int bytes = 0;
      for (int page = 0; page < shard.pages(); page++) {
        bytes = Math.addExact(bytes, shard.pageEnd(page));
      }
      long from = end.getAndAdd(bytes);
      long at = from;
      CRC32C crc = new CRC32C();
      for (int page = 0; page < shard.pages(); page++) {
        crc.update(shard.page(page), 0, shard.pageEnd(page));
        write(shard.page(page), shard.pageEnd(page), at);
        at += shard.pageEnd(page);
      }
      return new Image(group, from, bytes, (int) crc.getValue(), shard.isComplete(), shard.least());
    }

    /** Appends a table that has not been read since the start. */
    Image copy(TableImages from, Image image) throws IOException {
      long at = end.getAndAdd(image.bytes());
      write(from.read(image), image.bytes(), at);
      return new Image(
          image.group(), at, image.bytes(), image.crc32c(), image.complete(), image.least());
    }

    private void write(byte[] content, int length, long at) throws IOException {
      ByteBuffer rest = ByteBuffer.wrap(content, 0, length);
      while (rest.hasRemaining()) {
        out.write(rest, at + rest.position());
      }
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  private byte[] read(Image image) throws IOException {
    byte[] content = new byte[image.bytes()];
    ByteBuffer rest = ByteBuffer.wrap(content);
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      while (rest.hasRemaining() && in.read(rest, image.from() + rest.position()) >= 0) {
        continue;
      }
    }
    CRC32C crc = new CRC32C();
    crc.update(content, 0, content.length);
    if (rest.hasRemaining() || (int) crc.getValue() != image.crc32c()) {
      throw damaged();
    }
    return content;
  }

  private StateFailure damaged() {
    return new StateFailure(
        StateFailure.Kind.WORKING_COPY,
        "the working copy in " + file + " is damaged",
        "Run again; the working copy is made anew.");
  }

  /** Compares the checksums of tables. Safe for use by several threads. */
  void check(List<Image> images) throws IOException {
    ByteBuffer room = ByteBuffer.allocateDirect(CHECKED_BYTES);
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      for (Image image : images) {
        if (crc(in, image, room) != image.crc32c()) {
          throw damaged();
        }
      }
    }
  }

  /** The checksum of what the file has at the place of a table, be it too short. */
  private static int crc(FileChannel in, Image image, ByteBuffer room) throws IOException {
    CRC32C crc = new CRC32C();
    long at = image.from();
    long end = at + image.bytes();
    while (at < end) {
      room.clear().limit((int) Math.min(CHECKED_BYTES, end - at));
      int read = in.read(room, at);
      if (read < 0) {
        break;
      }
      crc.update(room.flip());
      at += read;
    }
    return (int) crc.getValue();
  }

  /** Reads a table. */
  Shard load(Image image, TableBudget budget) {
    try {
      return Shard.of(budget, image.complete(), read(image), image.least());
    } catch (IOException e) {
      throw Snapshots.ioFailure(e);
    }
  }
}
