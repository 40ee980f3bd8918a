package tidemark.statestore.files;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Writes a framed file: FORMAT.md section 4. */
public final class FrameWriter {
  static final byte[] MAGIC = "TIDEMARK".getBytes(US_ASCII);
  static final int HEADER = 16;

  private final OutputStream out;
  private final ByteBuffer small = ByteBuffer.allocate(HEADER);
  private final CRC32C crc = new CRC32C();

  public FrameWriter(OutputStream out, char kind) throws IOException {
    this.out = out;
    small.put(MAGIC).put((byte) kind).put((byte) 0).putShort((short) CheckedJson.FORMAT);
    crc.update(small.array(), 0, 12);
    small.putInt((int) crc.getValue());
    out.write(small.array(), 0, HEADER);
  }

  private FrameWriter(OutputStream out) {
    this.out = out;
  }

  /** A writer of frames that are put into a file later, behind its header. */
  public static FrameWriter continuing(OutputStream out) {
    return new FrameWriter(out);
  }

  public void frame(char type, Bytes payload) throws IOException {
    frame(type, payload.array(), payload.length());
  }

  public void frame(char type, byte[] payload, int length) throws IOException {
    small.clear().put((byte) type).putInt(length);
    crc.reset();
    crc.update(small.array(), 0, 5);
    crc.update(payload, 0, length);
    out.write(small.array(), 0, 5);
    out.write(payload, 0, length);
    small.clear().putInt((int) crc.getValue());
    out.write(small.array(), 0, 4);
  }
}
