package tidemark.operators.parquet;

import java.io.IOException;
import java.util.Optional;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tidemark.operators.codec.Codec;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.codec.LittleEndian;
import tidemark.operators.parquet.FileMetadata.ColumnChunk;

/**
 * The data pages of one column chunk, one after the other, unpacked and ready to be decoded. The
 * number of values says where a chunk ends: some writers state its bytes too small.
 */
final class Pages {
  private static final int HEADER = 64 << 10;
  private static final int LARGEST_HEADER = 16 << 20;
  private static final int WINDOW = 1 << 20;

  /** Pages above this must be packed at most a thousandfold: else the length is a lie. */
  private static final int SURE_BYTES = 64 << 20;

  private static final int LARGEST_PAGE = 1 << 30;

  private final ParquetFile file;
  private final ColumnChunk chunk;
  private final SchemaNode leaf;
  private final Codec codec;
  private final long end;
  private final long statedEnd;
  private long offset;
  private final PageRoom room;
  private byte[] window;
  private long windowStart;
  private int windowSize;
  private long valuesLeft;
  private @Nullable Dictionary dictionary;
  private int values;
  private @Nullable RunDecoder repetitions;
  private @Nullable RunDecoder definitions;
  private Values decoder = new Values() {};

  /**
   * @param room nobody else reads pages into meanwhile
   */
  Pages(ParquetFile file, ColumnChunk chunk, SchemaNode leaf, PageRoom room)
      throws DamagedException {
    this.file = file;
    this.chunk = chunk;
    this.leaf = leaf;
    this.room = room;
    this.window = room.window(0);
    this.codec = codec(chunk.codec());
    this.offset = chunk.start();
    this.end = file.size();
    this.statedEnd = Math.min(end, chunk.start() + chunk.packedBytes());
    this.valuesLeft = chunk.values();
    boolean isInside = chunk.start() >= 4 && chunk.start() <= statedEnd;
    if (valuesLeft > 0 && !isInside) {
      throw new DamagedException("a column chunk lies outside of the file");
    }
  }

  /** Steps to the next data page; false if the chunk's values are all read. */
  boolean next() throws IOException {
    while (valuesLeft > 0) {
      if (offset >= end) {
        throw new DamagedException("a column chunk ends before its last value");
      }
      PageHeader header = header();
      byte[] body = body(header);
      if (header.kind() == PageHeader.DICTIONARY) {
        dictionary = dictionary(header, body);
      } else if (header.kind() == PageHeader.DATA || header.kind() == PageHeader.DATA_V2) {
        if (header.values() > valuesLeft) {
          throw new DamagedException("a column chunk has more values than its footer states");
        }
        valuesLeft -= header.values();
        values = header.values();
        if (values > 0) {
          open(header, body);
          return true;
        }
      }
    }
    return false;
  }

  /** How many values, nulls and empty lists the page has. */
  int values() {
    return values;
  }

  /** The repetition levels, if there are any. */
  @Nullable RunDecoder repetitions() {
    return repetitions;
  }

  /** The definition levels, if there are any. */
  @Nullable RunDecoder definitions() {
    return definitions;
  }

  /** The values that are there. */
  Values decoder() {
    return decoder;
  }

  /** The chunk's dictionary, once one was read. */
  Optional<Dictionary> dictionary() {
    return Optional.ofNullable(dictionary);
  }

  /** Stored bytes passed so far. */
  long bytesRead() {
    return offset - chunk.start();
  }

  private PageHeader header() throws IOException {
    int size = (int) Math.min(HEADER, end - offset);
    while (true) {
      int at = ensure(offset, size);
      try {
        PageHeader header = PageHeader.read(window, at, at + size);
        offset += header.end() - at;
        return header;
      } catch (DamagedException perhapsCut) {
        int more = (int) Math.min(LARGEST_HEADER, end - offset);
        if (more <= size) {
          throw perhapsCut;
        }
        size = more;
      }
    }
  }

  /** The unpacked bytes: those of the header's length, and some more that mean nothing. */
  private byte[] body(PageHeader header) throws IOException {
    int stored = header.storedBytes();
    int unpacked = header.unpackedBytes();
    if (stored > end - offset) {
      throw new DamagedException("a page reaches behind the end of the file");
    }
    if (unpacked > LARGEST_PAGE
        || stored > LARGEST_PAGE
        || unpacked > SURE_BYTES && unpacked / 1000 > stored) {
      throw new DamagedException("the header of a page states an impossible length");
    }
    int at = ensure(offset, stored);
    offset += stored;
    if (header.checksum() >= 0) {
      CRC32 crc = new CRC32();
      crc.update(window, at, stored);
      if (crc.getValue() != header.checksum()) {
        throw new DamagedException("the checksum of a page is wrong");
      }
    }
    byte[] body = isPointedInto(header) ? new byte[unpacked + Codec.SLACK] : room.body(unpacked);
    if (header.kind() != PageHeader.DATA_V2) {
      codec.unpack(window, at, at + stored, unpacked, body);
      return body;
    }
    int levels = header.definitionBytes() + header.repetitionBytes();
    System.arraycopy(window, at, body, 0, levels);
    if (isWithoutValues(header)) {
      return body;
    }
    Codec packed = header.isPacked() ? codec : Codec.NONE;
    byte[] rest = packed.unpack(window, at + levels, at + stored, unpacked - levels);
    System.arraycopy(rest, 0, body, levels, unpacked - levels);
    return body;
  }

  /** Whether columns may have places in the page, which they keep while the next page is read. */
  private boolean isPointedInto(PageHeader header) {
    boolean isOfPlaces =
        header.kind() != PageHeader.DICTIONARY
            && (header.encoding() == 2 || header.encoding() == 8);
    return leaf.physical().orElseThrow().isBytes() && !isOfPlaces;
  }

  /**
   * Some writers leave the bytes out where every value is null, and state a length all the same.
   */
  private static boolean isWithoutValues(PageHeader header) {
    return header.kind() == PageHeader.DATA_V2
        && header.storedBytes() == header.definitionBytes() + header.repetitionBytes();
  }

  private void open(PageHeader header, byte[] body) throws DamagedException {
    int to = header.unpackedBytes();
    int at = 0;
    repetitions = null;
    definitions = null;
    if (header.kind() == PageHeader.DATA_V2) {
      int definitionStart = header.repetitionBytes();
      at = definitionStart + header.definitionBytes();
      if (leaf.repetition() > 0) {
        repetitions = levels(body, 0, definitionStart, leaf.repetition());
      }
      if (leaf.definition() > 0) {
        definitions = levels(body, definitionStart, at, leaf.definition());
      }
    } else {
      if (leaf.repetition() > 0) {
        int length = levelBytes(header, body, at, to);
        repetitions = levels(body, at + 4, at + 4 + length, leaf.repetition());
        at += 4 + length;
      }
      if (leaf.definition() > 0) {
        int length = levelBytes(header, body, at, to);
        definitions = levels(body, at + 4, at + 4 + length, leaf.definition());
        at += 4 + length;
      }
    }
    decoder = isWithoutValues(header) ? new MissingValues() : decoder(header, body, at, to);
  }

  private static RunDecoder levels(byte[] body, int from, int to, int greatest) {
    return new RunDecoder(body, from, to, RunDecoder.width(greatest));
  }

  private static int levelBytes(PageHeader header, byte[] body, int at, int to)
      throws DamagedException {
    if (header.levelEncoding() != 3) {
      throw new DamagedException("its levels are encoded in a way that nobody writes any more");
    }
    int length = to - at < 4 ? -1 : LittleEndian.getInt(body, at);
    if (length < 0 || length > to - at - 4) {
      throw new DamagedException("the levels of a page are damaged");
    }
    return length;
  }

  private Values decoder(PageHeader header, byte[] body, int at, int to) throws DamagedException {
    Physical physical = leaf.physical().orElseThrow();
    return switch (header.encoding()) {
      case 0 -> new PlainValues(physical, leaf.length(), body, at, to);
      case 2, 8 -> {
        Dictionary known = dictionary;
        if (known == null) {
          throw new DamagedException("a page needs a dictionary that is not there");
        }
        yield new DictionaryValues(known, body, at, to);
      }
      case 3 -> new RunBooleans(body, at, to);
      case 5 -> new DeltaValues(physical, body, at, to);
      case 6 -> DeltaBytesValues.whole(body, at, to, values);
      case 7 -> DeltaBytesValues.continuing(body, at, to, values);
      case 9 -> StreamSplit.values(physical, leaf.length(), body, at, to);
      default -> throw new DamagedException("a page has the unknown encoding " + header.encoding());
    };
  }

  private Dictionary dictionary(PageHeader header, byte[] body) throws DamagedException {
    int size = header.values();
    if (header.encoding() != 0 && header.encoding() != 2) {
      throw new DamagedException("a dictionary has the unknown encoding " + header.encoding());
    }
    Physical physical = leaf.physical().orElseThrow();
    if (size * physical.leastBits(leaf.length()) > 8L * header.unpackedBytes()) {
      throw PlainValues.tooShort();
    }
    Values plain = new PlainValues(physical, leaf.length(), body, 0, header.unpackedBytes());
    return new Dictionary(physical, size, plain);
  }

  /** Reads so that the window holds {@code size} bytes of the file from an offset; their place. */
  private int ensure(long from, int size) throws IOException {
    if (from >= windowStart && from + size <= windowStart + windowSize) {
      return (int) (from - windowStart);
    }
    int wanted = (int) Math.max(size, Math.min(WINDOW, statedEnd - from));
    window = room.window(wanted);
    file.read(from, window, 0, wanted);
    windowStart = from;
    windowSize = wanted;
    return 0;
  }

  private static Codec codec(int number) throws DamagedException {
    return switch (number) {
      case 0 -> Codec.NONE;
      case 1 -> Codec.SNAPPY;
      case 2 -> Codec.GZIP;
      case 5 -> Codec.LZ4;
      case 6 -> Codec.ZSTD;
      case 7 -> Codec.LZ4_RAW;
      case 3 -> throw new DamagedException("it is packed with lzo, which cannot be read here");
      case 4 -> throw new DamagedException("it is packed with brotli, which cannot be read here");
      default -> throw new DamagedException("it is packed in the unknown way " + number);
    };
  }
}
