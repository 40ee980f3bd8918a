package tidemark.operators.builtin.filesource;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.builtin.files.Compression;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.format.Decoder;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;

/**
 * Reads a split chunk by chunk. A chunk is refilled only when the batch that points into it was
 * consumed; it grows for a record that is longer than it, up to the limit of the format.
 */
final class FileSplitReader implements SplitReader {
  /** Room behind the last byte: the fast scanners do not look whether a record ends. */
  static final int SLACK = Decoder.ROOM_BEHIND;

  private static final byte[] NO_BYTES = {};

  private final FileSplit split;
  private final FormatOptions format;
  private final int firstChunk;
  private final Chunks chunks;
  private final DecoderFactory decoders;
  private @Nullable Decoder decoder;
  private @Nullable FileBytes stored;
  private @Nullable InputStream input;
  private long startOffset;
  private long bytesRead;
  private byte[] chunk = NO_BYTES;
  private int position;
  private int limit;
  private boolean ended;
  private boolean skipping;

  /** Makes the decoder once the split's place in its file is known. */
  interface DecoderFactory {
    /**
     * @param headerLines lines that are decoded before those of the split, though they stand
     *     elsewhere
     */
    Decoder decoder(long startOffset, long headerLines);
  }

  /**
   * @param chunkBytes bytes that are read and decoded at a time
   * @param chunks where arrays of about so many bytes come from, and go when the reader is closed
   */
  FileSplitReader(
      FileSplit split,
      FormatOptions format,
      int chunkBytes,
      Chunks chunks,
      DecoderFactory decoders) {
    this.split = split;
    this.format = format;
    this.firstChunk = chunkBytes;
    this.chunks = chunks;
    this.decoders = decoders;
  }

  @Override
  public @Nullable Batch next() {
    try {
      Decoder current = decoder == null ? begin() : decoder;
      return next(current);
    } catch (EOFException shorter) {
      throw unreadable(shorter);
    } catch (IOException broken) {
      throw unreadable(broken);
    }
  }

  @Override
  public OptionalLong position(int row) {
    return decoder == null ? OptionalLong.empty() : decoder.position(row);
  }

  @Override
  public long bytesRead() {
    return stored == null ? bytesRead : stored.position() - startOffset;
  }

  @Override
  public void close() {
    bytesRead = bytesRead();
    stored = null;
    chunks.give(chunk);
    chunk = NO_BYTES;
    position = 0;
    limit = 0;
    if (input != null) {
      try {
        input.close();
      } catch (IOException broken) {
        throw unreadable(broken);
      } finally {
        input = null;
      }
    }
  }

  private @Nullable Batch next(Decoder current) throws IOException {
    while (true) {
      if (position < limit) {
        position = current.decode(chunk, position, limit, ended);
      }
      if (current.isFull()) {
        return current.take();
      }
      if (ended && position < limit) {
        throw new IllegalStateException("the decoder left bytes of the last record");
      }
      if (current.rows() > 0) {
        return current.take();
      }
      if (ended) {
        FileCheck.verify(split.path(), split.file());
        return null;
      }
      refill(current);
    }
  }

  private Decoder begin() throws IOException {
    FileCheck.verify(split.path(), split.file());
    SplitBounds bounds = SplitBounds.of(split, format);
    Decoder made = decoders.decoder(bounds.start(), bounds.headerLines());
    decoder = made;
    startOffset = bounds.start();
    if (bounds.isEmpty()) {
      ended = true;
      return made;
    }
    if (bounds.headerEnd() > 0) {
      decodeHeader(made, bounds.headerEnd());
    }
    FileBytes bytes = new FileBytes(split.path(), bounds.start(), bounds.end());
    stored = bytes;
    input = bytes;
    input = Formats.utf8(format, split.compression().unpack(bytes));
    boolean asStored = split.compression() == Compression.NONE && input == bytes;
    long size = asStored ? Math.min(firstChunk, bounds.end() - bounds.start()) : firstChunk;
    chunk = chunks.take((int) size + SLACK);
    return made;
  }

  private void decodeHeader(Decoder made, long headerEnd) throws IOException {
    try (InputStream header = Formats.utf8(format, new FileBytes(split.path(), 0, headerEnd))) {
      byte[] bytes = header.readAllBytes();
      int unused = made.decode(bytes, 0, bytes.length, false);
    }
  }

  /** Reads on behind what is left of the chunk. */
  private void refill(Decoder current) throws IOException {
    int left = limit - position;
    if (left > 0 && position > 0) {
      System.arraycopy(chunk, position, chunk, 0, left);
    }
    position = 0;
    limit = left;
    if (limit + SLACK >= chunk.length && !growOrReject(current)) {
      return;
    }
    fill();
    if (skipping) {
      skipRest();
    }
  }

  /** Makes room for a long record; false if it is too long and was rejected. */
  private boolean growOrReject(Decoder current) {
    if (limit > format.maxRecordBytes()) {
      current.rejectTooLong(chunk, 0, limit);
      skipping = true;
      position = limit;
      return false;
    }
    long wanted = Math.min(2L * chunk.length, (long) format.maxRecordBytes() + 1 + 2 * SLACK);
    chunk = Arrays.copyOf(chunk, (int) Math.max(wanted, chunk.length + SLACK));
    return true;
  }

  private void fill() throws IOException {
    InputStream from = input;
    if (from == null) {
      throw new IllegalStateException("the reader is closed");
    }
    while (limit + SLACK < chunk.length) {
      int count = from.read(chunk, limit, chunk.length - SLACK - limit);
      if (count < 0) {
        ended = true;
        return;
      }
      limit += count;
    }
  }

  /** Drops bytes up to the end of a record that was rejected. */
  private void skipRest() {
    int next = Formats.boundaries(format).nextStart(chunk, position, limit);
    skipping = next < 0;
    position = next < 0 ? limit : next;
  }

  private Failure unreadable(IOException broken) {
    if (broken instanceof EOFException && split.compression() == Compression.NONE) {
      return new Failure(
          Code.TM602,
          "`" + split.location() + "` became shorter while it was read",
          "put the old content back, then run again; write new content to a file of its own",
          broken);
    }
    String reason = FileListing.reason(broken);
    boolean damaged =
        split.compression() != Compression.NONE && !(broken instanceof FileSystemException);
    return FileListing.unreadable(
        split.path(), reason, damaged ? new DamagedException(reason, broken) : broken);
  }
}
