package tidemark.operators.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/** How a block of bytes is packed. */
public enum Codec {
  NONE,
  SNAPPY,
  /** Members of gzip, one behind the other. */
  GZIP,
  /** A deflate stream without header. */
  DEFLATE,
  ZSTD,
  /** LZ4 blocks, raw. Only read. */
  LZ4_RAW,
  /** LZ4 blocks as Hadoop frames them, or raw where a writer left the frame out. Only read. */
  LZ4,
  /** Only read. */
  BZIP2;

  /** Room behind unpacked bytes, so that words can be read up to their end. */
  public static final int SLACK = 8;

  /** Bytes that a block may have that does not say how long it is. */
  private static final int MOST = 1 << 30;

  private static final int ZSTD_LEVEL = 1;

  /**
   * Unpacks a block of known length.
   *
   * @return an array that begins with the {@code expected} bytes, and has eight more
   * @throws DamagedException if it is not packed so, or has another length
   */
  public byte[] unpack(byte[] in, int from, int to, int expected) throws DamagedException {
    byte[] out = new byte[expected + SLACK];
    unpack(in, from, to, expected, out);
    return out;
  }

  /**
   * Unpacks a block of known length into the start of an array.
   *
   * @param out has room for the bytes and {@link #SLACK} more, which mean nothing afterwards
   * @throws DamagedException if it is not packed so, or has another length
   */
  public void unpack(byte[] in, int from, int to, int expected, byte[] out)
      throws DamagedException {
    switch (this) {
      case NONE -> {
        check(to - from == expected);
        System.arraycopy(in, from, out, 0, expected);
      }
      case SNAPPY -> {
        check(Snappy.length(in, from, to) == expected);
        Snappy.unpack(in, from, to, out);
      }
      case ZSTD -> check(zstd(in, from, to, out, expected) == expected);
      case LZ4_RAW -> check(Lz4.unpack(in, from, to, out, 0, expected) == expected);
      case LZ4 -> {
        if (!Lz4.unpackFramed(in, from, to, out, expected)) {
          check(Lz4.unpack(in, from, to, out, 0, expected) == expected);
        }
      }
      case GZIP, DEFLATE, BZIP2 -> {
        try (InputStream stream = stream(in, from, to)) {
          check(stream.readNBytes(out, 0, expected) == expected && stream.read() < 0);
        } catch (DamagedException damaged) {
          throw damaged;
        } catch (IOException damaged) {
          throw new DamagedException("a block packed with " + word() + " is damaged", damaged);
        }
      }
    }
  }

  /**
   * Unpacks a block of unknown length.
   *
   * @return exactly its bytes
   */
  public byte[] unpack(byte[] in, int from, int to) throws DamagedException {
    if (this == NONE) {
      return Arrays.copyOfRange(in, from, to);
    }
    if (this == SNAPPY) {
      int length = Snappy.length(in, from, to);
      check(length <= MOST && length / 256 <= to - from);
      return Arrays.copyOf(unpack(in, from, to, length), length);
    }
    try (InputStream stream = stream(in, from, to)) {
      byte[] unpacked = stream.readNBytes(MOST);
      check(unpacked.length < MOST);
      return unpacked;
    } catch (DamagedException damaged) {
      throw damaged;
    } catch (IOException damaged) {
      throw new DamagedException("a block packed with " + word() + " is damaged", damaged);
    }
  }

  /** Packs a block. */
  public byte[] pack(byte[] in, int from, int length) {
    return switch (this) {
      case NONE -> Arrays.copyOfRange(in, from, from + length);
      case SNAPPY -> Snappy.pack(in, from, length);
      case ZSTD -> {
        byte[] out = new byte[(int) Zstd.compressBound(length)];
        long size = Zstd.compressByteArray(out, 0, out.length, in, from, length, ZSTD_LEVEL);
        if (Zstd.isError(size)) {
          throw new IllegalStateException(Zstd.getErrorName(size));
        }
        yield Arrays.copyOf(out, (int) size);
      }
      case GZIP -> gzip(in, from, length);
      case DEFLATE -> deflate(in, from, length);
      case LZ4_RAW, LZ4, BZIP2 -> throw new IllegalArgumentException(word() + " is only read");
    };
  }

  /** The name in messages. */
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  private InputStream stream(byte[] in, int from, int to) throws IOException {
    InputStream packed = new ByteArrayInputStream(in, from, to - from);
    return switch (this) {
      case GZIP -> new GZIPInputStream(packed, 1 << 15);
      case DEFLATE -> new ByteArrayInputStream(inflate(in, from, to));
      case ZSTD -> new ZstdInputStream(packed);
      case BZIP2 -> Bzip2.unpack(packed);
      case NONE, SNAPPY, LZ4_RAW, LZ4 -> throw new AssertionError(this);
    };
  }

  private static byte[] inflate(byte[] in, int from, int to) throws DamagedException {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(in, from, to - from);
      ByteArrayOutputStream out = new ByteArrayOutputStream(Math.min(to - from, 1 << 24) * 4);
      byte[] piece = new byte[1 << 15];
      while (!inflater.finished()) {
        int count = inflater.inflate(piece);
        if (count == 0 && !inflater.finished() || out.size() > MOST) {
          throw new DamagedException("a block packed with deflate is damaged");
        }
        out.write(piece, 0, count);
      }
      return out.toByteArray();
    } catch (DataFormatException damaged) {
      throw new DamagedException("a block packed with deflate is damaged", damaged);
    } finally {
      inflater.end();
    }
  }

  private static byte[] deflate(byte[] in, int from, int length) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      deflater.setInput(in, from, length);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream(length / 2 + 64);
      byte[] piece = new byte[1 << 15];
      while (!deflater.finished()) {
        out.write(piece, 0, deflater.deflate(piece));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }

  private static byte[] gzip(byte[] in, int from, int length) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(length / 2 + 64);
    try (GZIPOutputStream stream = new GZIPOutputStream(out, 1 << 15)) {
      stream.write(in, from, length);
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return out.toByteArray();
  }

  private long zstd(byte[] in, int from, int to, byte[] out, int expected) throws DamagedException {
    try {
      return Zstd.decompressByteArray(out, 0, expected, in, from, to - from);
    } catch (ZstdException damaged) {
      throw new DamagedException("a block packed with zstd is damaged", damaged);
    }
  }

  private void check(boolean holds) throws DamagedException {
    if (!holds) {
      throw new DamagedException(
          "a block" + (this == NONE ? "" : " packed with " + word()) + " has another length");
    }
  }

  /** Keeps the library's classes unloaded until such a block is read. */
  private static final class Bzip2 {
    static InputStream unpack(InputStream packed) throws IOException {
      return new BZip2CompressorInputStream(packed, true);
    }
  }
}
