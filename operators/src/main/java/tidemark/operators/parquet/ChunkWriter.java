package tidemark.operators.parquet;

import java.util.Optional;
import java.util.zip.CRC32;
import tidemark.operators.codec.Codec;
import tidemark.operators.codec.LittleEndian;
import tidemark.operators.format.ByteSink;

/**
 * Writes the pages of one leaf of a row group: a dictionary where one pays, else values plainly.
 */
final class ChunkWriter {
  private static final int PAGE_VALUES = 20_000;
  private static final int PAGE_BYTES = 1 << 20;
  private static final int PLAIN = 0;
  private static final int RLE = 3;
  private static final int RLE_DICTIONARY = 8;

  private final LeafBuffer leaf;
  private final Codec codec;
  private final ByteSink out;
  private final ByteSink page = new ByteSink();
  private final Optional<DictionaryBuilder> dictionary;
  private long unpackedBytes;
  private int headerStart;

  private ChunkWriter(LeafBuffer leaf, Codec codec, ByteSink out) {
    this.leaf = leaf;
    this.codec = codec;
    this.out = out;
    this.dictionary = DictionaryBuilder.of(leaf);
  }

  /**
   * What a footer says of a chunk; offsets count from the chunk's start.
   *
   * @param dataOffset of the first data page, which a dictionary may precede
   */
  record Written(
      Physical physical,
      long values,
      boolean hasDictionary,
      long dataOffset,
      long packedBytes,
      long unpackedBytes,
      Statistics statistics) {}

  static Written write(LeafBuffer leaf, Codec codec, ByteSink out) {
    return new ChunkWriter(leaf, codec, out).write();
  }

  private Written write() {
    int start = out.size();
    dictionary.ifPresent(this::writeDictionary);
    int data = out.size();
    int level = 0;
    int value = 0;
    do {
      int endLevel = pageEnd(level, value);
      int endValue = value + present(level, endLevel);
      writeData(level, endLevel, value, endValue);
      level = endLevel;
      value = endValue;
    } while (level < leaf.levels());
    return new Written(
        leaf.physical(),
        leaf.levels(),
        dictionary.isPresent(),
        data - start,
        out.size() - start,
        unpackedBytes,
        Bounds.of(leaf));
  }

  /** The end of a page that begins with this level: at a row's start, and not too large. */
  private int pageEnd(int level, int value) {
    int end = Math.min(leaf.levels(), level + PAGE_VALUES);
    if (leaf.physical().isBytes() && dictionary.isEmpty()) {
      int values = value;
      int from = leaf.start(value);
      for (int i = level; i < end; i++) {
        values += leaf.definitions()[i] == leaf.maxDefinition() ? 1 : 0;
        if (i > level && leaf.start(values) - from > PAGE_BYTES) {
          end = i;
        }
      }
    }
    while (leaf.maxRepetition() > 0 && end < leaf.levels() && leaf.repetitions()[end] > 0) {
      end++;
    }
    return end;
  }

  private int present(int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      count += leaf.definitions()[i] == leaf.maxDefinition() ? 1 : 0;
    }
    return count;
  }

  private void writeDictionary(DictionaryBuilder distinct) {
    page.clear();
    for (int i = 0; i < distinct.size(); i++) {
      plain(distinct.first(i), distinct.first(i) + 1);
    }
    int size = page.size();
    byte[] packed = codec.pack(page.bytes(), 0, size);
    ThriftWriter header = header(2, size, packed);
    header.struct(7).integer(1, distinct.size()).integer(2, PLAIN).close().close();
    body(size, packed);
  }

  private void writeData(int fromLevel, int toLevel, int fromValue, int toValue) {
    page.clear();
    if (leaf.maxRepetition() > 0) {
      levels(leaf.repetitions(), fromLevel, toLevel, leaf.maxRepetition());
    }
    levels(leaf.definitions(), fromLevel, toLevel, leaf.maxDefinition());
    if (dictionary.isPresent()) {
      int width = Math.max(1, RunDecoder.width(dictionary.get().size() - 1));
      page.write(width);
      RunEncoder.write(dictionary.get().places(), fromValue, toValue, width, page);
    } else {
      plain(fromValue, toValue);
    }
    int size = page.size();
    byte[] packed = codec.pack(page.bytes(), 0, size);
    int encoding = dictionary.isPresent() ? RLE_DICTIONARY : PLAIN;
    header(0, size, packed)
        .struct(5)
        .integer(1, toLevel - fromLevel)
        .integer(2, encoding)
        .integer(3, RLE)
        .integer(4, RLE)
        .close()
        .close();
    body(size, packed);
  }

  private ThriftWriter header(int kind, int size, byte[] packed) {
    CRC32 crc = new CRC32();
    crc.update(packed);
    headerStart = out.size();
    return new ThriftWriter(out)
        .integer(1, kind)
        .integer(2, size)
        .integer(3, packed.length)
        .integer(4, (int) crc.getValue());
  }

  private void body(int size, byte[] packed) {
    unpackedBytes += out.size() - headerStart + size;
    out.write(packed, 0, packed.length);
  }

  /** Levels behind their length in bytes. */
  private void levels(int[] levels, int from, int to, int greatest) {
    int start = page.size();
    page.write(new byte[4], 0, 4);
    RunEncoder.write(levels, from, to, RunDecoder.width(greatest), page);
    LittleEndian.putInt(page.bytes(), start, page.size() - start - 4);
  }

  private void plain(int from, int to) {
    switch (leaf.physical()) {
      case BOOLEAN -> booleans(from, to);
      case INT32, FLOAT -> {
        int at = page.grow((to - from) * Integer.BYTES);
        for (int i = from; i < to; i++, at += Integer.BYTES) {
          LittleEndian.putInt(page.bytes(), at, (int) leaf.numbers()[i]);
        }
      }
      case INT64, DOUBLE -> {
        int at = page.grow((to - from) * Long.BYTES);
        for (int i = from; i < to; i++, at += Long.BYTES) {
          LittleEndian.putLong(page.bytes(), at, leaf.numbers()[i]);
        }
      }
      case BYTE_ARRAY -> {
        for (int i = from; i < to; i++) {
          int start = leaf.start(i);
          int length = leaf.ends()[i] - start;
          int at = page.grow(Integer.BYTES);
          LittleEndian.putInt(page.bytes(), at, length);
          page.write(leaf.bytes(), start, length);
        }
      }
      case FIXED_LEN_BYTE_ARRAY ->
          page.write(leaf.bytes(), leaf.start(from), leaf.start(to) - leaf.start(from));
      case INT96 -> throw new AssertionError("never written");
    }
  }

  private void booleans(int from, int to) {
    byte[] bits = new byte[(to - from + 7) / 8];
    for (int i = from; i < to; i++) {
      bits[i - from >>> 3] |= (byte) (leaf.numbers()[i] << (i - from & 7));
    }
    page.write(bits, 0, bits.length);
  }
}
