package tidemark.operators.builtin.filesink;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Queue;
import tidemark.operators.batch.Batch;
import tidemark.operators.builtin.files.Compression;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;

/**
 * One file being written aside, made when its first row comes. Rows are encoded into memory and
 * written in pieces.
 */
final class StagedFile implements SinkWriter {
  private static final int PIECE = 256 * 1024;

  /** In the place of a buffer until there are rows, and once all are written. */
  private static final ByteSink NOTHING = new ByteSink(0);

  private final SinkFolder folder;
  private final String name;
  private final Path path;
  private final Encoder encoder;
  private final Compression compression;
  private final boolean begins;
  private final Queue<ByteSink> buffers;
  private ByteSink encoded = NOTHING;
  private Optional<OutputStream> open = Optional.empty();
  private Optional<FileChannel> channel = Optional.empty();
  private long rows;
  private long bytes;

  /**
   * @param name the file's final name
   * @param buffers where the memory comes from if there is some, and goes when the file is
   *     finished; used by the files of all partitions
   * @param begins whether the file starts with what the format puts before the first record
   */
  StagedFile(
      SinkFolder folder,
      long batch,
      String name,
      FileSinkSettings settings,
      Queue<ByteSink> buffers,
      boolean begins) {
    this.folder = folder;
    this.name = name;
    this.path = folder.staged(batch, name);
    this.encoder = settings.encoder();
    this.compression = settings.compression();
    this.buffers = buffers;
    this.begins = begins;
  }

  String name() {
    return name;
  }

  Path path() {
    return path;
  }

  long rows() {
    return rows;
  }

  /** Bytes on disk; known once finished. */
  long bytes() {
    return bytes;
  }

  @Override
  public void write(Batch batch) {
    if (batch.count() == 0) {
      return;
    }
    folder.attempt(
        () -> {
          OutputStream out = open();
          encoder.encode(batch, encoded);
          rows += batch.count();
          if (encoded.size() >= PIECE) {
            encoded.drainTo(out);
          }
        });
  }

  /** Writes the rest and makes the file's content durable; makes an empty file without rows. */
  void finish() throws IOException {
    OutputStream out = open();
    if (begins) {
      encoder.end(encoded);
    } else {
      encoder.flush(encoded);
    }
    encoded.drainTo(out);
    out.close();
    open = Optional.empty();
    buffers.add(encoded);
    encoded = NOTHING;
  }

  /** Writes the bytes of finished pieces, deletes those, and finishes; for unpacked files. */
  void finishWith(Iterable<StagedFile> pieces) throws IOException {
    OutputStream out = open();
    encoded.drainTo(out);
    for (StagedFile piece : pieces) {
      long unused = Files.copy(piece.path, out);
      encoder.join(piece.encoder);
      Files.delete(piece.path);
    }
    finish();
  }

  /** Stops writing; what is on disk stays there until its folder is dropped. */
  void abandon() throws IOException {
    if (channel.isPresent()) {
      channel.get().close();
    }
    if (open.isPresent()) {
      OutputStream out = open.get();
      open = Optional.empty();
      try {
        out.close();
      } catch (IOException nothingIsWrittenAnyMore) {
        return;
      }
    }
  }

  private OutputStream open() throws IOException {
    if (open.isEmpty()) {
      FileChannel file =
          FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      channel = Optional.of(file);
      OutputStream out = compression.pack(new SyncedOnClose(file));
      open = Optional.of(out);
      encoded = Optional.ofNullable(buffers.poll()).orElseGet(ByteSink::new);
      if (begins) {
        encoder.begin(encoded);
      }
    }
    return open.get();
  }

  /** Makes the file durable when it is closed. */
  private final class SyncedOnClose extends FilterOutputStream {
    private final FileChannel channel;

    SyncedOnClose(FileChannel channel) {
      super(Channels.newOutputStream(channel));
      this.channel = channel;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      out.write(source, offset, length);
    }

    @Override
    public void close() throws IOException {
      try (channel) {
        if (channel.isOpen()) {
          channel.force(true);
          bytes = channel.size();
        }
      }
    }
  }
}
