package tidemark.operators.builtin.files;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/** How a file's bytes are packed. Files of several members or frames are read to their end. */
public enum Compression {
  NONE,
  GZ,
  ZST,
  BZ2;

  private static final int BUFFER = 64 * 1024;

  /** The words of the option that files can be read with. */
  public static List<String> readable() {
    return List.of("none", "gz", "zst", "bz2");
  }

  /** The words of the option that files can be written with. */
  public static List<String> writable() {
    return List.of("none", "gz", "zst");
  }

  /** The compression of this word; the word is one of {@link #readable()}. */
  public static Compression ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** The compression that a file's name tells. */
  public static Compression ofFileName(String name) {
    for (Compression compression : values()) {
      if (compression != NONE && name.endsWith(compression.suffix())) {
        return compression;
      }
    }
    return NONE;
  }

  /** What a file's name ends with, dot included; empty for {@link #NONE}. */
  public String suffix() {
    return this == NONE ? "" : "." + name().toLowerCase(Locale.ROOT);
  }

  /**
   * The unpacked bytes.
   *
   * @throws IOException at once or while reading if the stream is damaged or ends too early
   */
  public InputStream unpack(InputStream packed) throws IOException {
    return switch (this) {
      case NONE -> packed;
      case GZ -> new GzipMembers(packed);
      case ZST -> new ZstdFrames(packed);
      case BZ2 -> Bzip2.unpack(packed);
    };
  }

  /** A stream that packs what is written to it; {@link #BZ2} is never written. */
  public OutputStream pack(OutputStream target) throws IOException {
    return switch (this) {
      case NONE -> target;
      case GZ -> new GZIPOutputStream(target, BUFFER);
      case ZST -> new ZstdOutputStream(target);
      case BZ2 -> throw new IllegalArgumentException("bz2 is only read");
    };
  }

  /** Keeps the library's classes unloaded until a bz2 file is read. */
  private static final class Bzip2 {
    static InputStream unpack(InputStream packed) throws IOException {
      return new BZip2CompressorInputStream(packed, true);
    }
  }
}
