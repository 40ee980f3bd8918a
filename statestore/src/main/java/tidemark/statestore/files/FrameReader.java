package tidemark.statestore.files;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;

/**
 * Reads a framed file from the front and checks each frame; damage is a failure with path and
 * position.
 */
public final class FrameReader implements AutoCloseable {
  public static final char END = 'E';

  private static final int MAX_PAYLOAD = 1 << 28;

  private final InputStream in;
  private final String path;
  private final CRC32C crc = new CRC32C();
  private final byte[] head = new byte[FrameWriter.HEADER];
  private byte[] payload = new byte[0];
  private int length;
  private long position;
  private boolean ended;

  public FrameReader(FileStore files, String path, char kind) {
    this(files.open(path), path, kind);
  }

  /**
   * @param path what failures call the file
   */
  public FrameReader(InputStream in, String path, char kind) {
    this.path = path;
    this.in = new BufferedInputStream(in, 1 << 16);
    try {
      readHeader(kind);
    } catch (StateFailure e) {
      close();
      throw e;
    }
  }

  private void readHeader(char kind) {
    readFully(head, FrameWriter.HEADER);
    crc.update(head, 0, 12);
    ByteBuffer header = ByteBuffer.wrap(head);
    if (!Arrays.equals(head, 0, 8, FrameWriter.MAGIC, 0, 8)
        || header.getInt(12) != (int) crc.getValue()
        || head[8] != kind) {
      throw damaged("its header is wrong");
    }
    CheckedJson.requireKnown(header.getShort(10) & 0xFFFF, path, "");
  }

  /** Reads the next frame and returns its type; after the end frame nothing may follow. */
  public char next() {
    if (ended) {
      throw new IllegalStateException("no frame after the end");
    }
    readFully(head, 5);
    length = ByteBuffer.wrap(head).getInt(1);
    if (length < 0 || length > MAX_PAYLOAD) {
      throw damaged("a length is wrong");
    }
    crc.reset();
    crc.update(head, 0, 5);
    char type = (char) (head[0] & 0xFF);
    if (payload.length < length) {
      payload = new byte[Math.max(length, 1 << 16)];
    }
    readFully(payload, length);
    crc.update(payload, 0, length);
    readFully(head, 4);
    if (ByteBuffer.wrap(head).getInt(0) != (int) crc.getValue()) {
      throw damaged("a checksum is wrong");
    }
    if (type == END) {
      requireEnd();
    }
    return type;
  }

  private void requireEnd() {
    ended = true;
    try {
      if (in.read() >= 0) {
        throw damaged("bytes follow its end");
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Payload of the current frame, valid until the next one is read. */
  public Bytes.In payload() {
    return new Bytes.In(payload, length);
  }

  public StateFailure damaged(String what) {
    return CheckedJson.damaged(path, what + " (before byte " + position + ")");
  }

  private void readFully(byte[] target, int count) {
    try {
      int read = in.readNBytes(target, 0, count);
      position += read;
      if (read < count) {
        throw damaged("it is cut off");
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private StateFailure unreadable(IOException e) {
    return new StateFailure(
        Kind.IO, "cannot read " + path + ": " + e.getMessage(), "Check the disk.", e);
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }
}
