package tidemark.operators.builtin.files;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * The unpacked bytes of a zstd file, all its frames. A frame that is cut off is an error: the
 * library's own stream takes a later frame without end for the end of the file.
 */
final class ZstdFrames extends InputStream {
  private static final int BUFFER = 128 * 1024;

  private final InputStream packed;
  private final ZstdDecompressCtx frames = new ZstdDecompressCtx();
  private final byte[] read = new byte[BUFFER];
  private final ByteBuffer source = ByteBuffer.allocateDirect(BUFFER).flip();
  private final ByteBuffer unpacked = ByteBuffer.allocateDirect(BUFFER).flip();
  private boolean inFrame;
  private boolean ended;

  ZstdFrames(InputStream packed) {
    this.packed = packed;
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
    while (!unpacked.hasRemaining()) {
      if (ended) {
        return -1;
      }
      unpackMore();
    }
    int count = Math.min(length, unpacked.remaining());
    unpacked.get(target, offset, count);
    return count;
  }

  private void unpackMore() throws IOException {
    if (!source.hasRemaining() && !flushes() && !fill()) {
      if (inFrame) {
        throw new EOFException("the zstd data is cut off");
      }
      ended = true;
      return;
    }
    if (!unpacked.hasRemaining()) {
      step();
    }
  }

  /** Whether the frame still had bytes to give without more input; then they are there. */
  private boolean flushes() throws IOException {
    if (!inFrame) {
      return false;
    }
    step();
    return unpacked.hasRemaining() || !inFrame;
  }

  private void step() throws IOException {
    int before = source.position();
    unpacked.clear();
    try {
      boolean finished = frames.decompressDirectByteBufferStream(unpacked, source);
      if (source.position() > before || unpacked.position() > 0) {
        inFrame = !finished;
      }
    } catch (ZstdException damaged) {
      throw new IOException("the zstd data is damaged: " + damaged.getMessage(), damaged);
    } finally {
      unpacked.flip();
    }
  }

  private boolean fill() throws IOException {
    int count = packed.read(read, 0, BUFFER);
    source.clear();
    source.put(read, 0, Math.max(0, count));
    source.flip();
    return count > 0;
  }

  @Override
  public void close() throws IOException {
    frames.close();
    packed.close();
  }
}
