package tidemark.operators.avro;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.codec.BatchReader;
import tidemark.operators.codec.Codec;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.format.BadRows;
import tidemark.operators.format.RowVerdicts;
import tidemark.operators.types.Schema;

/**
 * Reads some blocks of a file as batches; values of columns that are not needed are passed over.
 */
public final class AvroReader implements BatchReader {
  private static final int CHECKSUM = 4;

  private final RandomAccessFile file;
  private final AvroHeader header;
  private final RowVerdicts verdicts;
  private final Schema schema;
  private final int endBlock;
  private final RecordReader record;
  private final BatchBuilder builder;
  private int nextBlock;
  private long rowsLeft;
  private long rowsBefore;
  private long firstRow;
  private long bytesRead;
  private AvroBytes bytes = new AvroBytes(new byte[0], 0, 0);
  private AvroValues values = new AvroValues(bytes);

  /** Opens the blocks in {@code [firstBlock, endBlock)} of a file without objections. */
  public AvroReader(
      Path path, AvroHeader header, int firstBlock, int endBlock, RowVerdicts verdicts)
      throws IOException {
    this.header = header;
    this.verdicts = verdicts;
    this.schema = verdicts.schema();
    this.builder = new BatchBuilder(schema);
    this.nextBlock = firstBlock;
    this.endBlock = endBlock;
    this.record = new RecordReader(header.fields(), schema, verdicts::isNeeded);
    for (int block = 0; block < firstBlock; block++) {
      rowsBefore += header.block(block).rows();
    }
    this.file = new RandomAccessFile(path.toFile(), "r");
  }

  /**
   * The next rows, or null at the end.
   *
   * @throws DamagedException if the file is damaged; the message names the block
   */
  @Override
  public @Nullable Batch next() throws IOException {
    BadRows bad = new BadRows(Batch.MAX_ROWS, schema.field(0));
    long before = rowsBefore;
    while (!builder.isFull()) {
      if (rowsLeft == 0) {
        if (nextBlock == endBlock) {
          break;
        }
        open(header.block(nextBlock++));
        continue;
      }
      try {
        record.read(values, builder, bad);
      } catch (DamagedException damaged) {
        throw in(damaged);
      }
      rowsLeft--;
      rowsBefore++;
      if (rowsLeft == 0 && bytes.left() > 0) {
        throw in(AvroBytes.damaged());
      }
    }
    if (builder.rows() == 0) {
      return null;
    }
    firstRow = before + 1;
    Batch batch = builder.take();
    return bad.isEmpty() ? batch : verdicts.judge(batch, bad::reason, before);
  }

  @Override
  public OptionalLong position(int row) {
    return OptionalLong.of(firstRow + row);
  }

  @Override
  public long bytesRead() {
    return bytesRead;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private void open(AvroHeader.Block block) throws IOException {
    byte[] stored = new byte[block.size()];
    file.seek(block.start());
    file.readFully(stored);
    bytesRead += block.size();
    try {
      byte[] unpacked = unpack(stored);
      bytes = new AvroBytes(unpacked, 0, unpacked.length);
      values = new AvroValues(bytes);
    } catch (DamagedException damaged) {
      throw in(damaged);
    }
    rowsLeft = block.rows();
    if (header.fields().isEmpty()) {
      throw new DamagedException("its values are no records");
    }
  }

  /** A block packed with snappy is followed by a checksum of what was packed. */
  private byte[] unpack(byte[] stored) throws DamagedException {
    if (header.codec() != Codec.SNAPPY) {
      return header.codec().unpack(stored, 0, stored.length);
    }
    int end = stored.length - CHECKSUM;
    if (end < 0) {
      throw AvroBytes.damaged();
    }
    byte[] unpacked = Codec.SNAPPY.unpack(stored, 0, end);
    CRC32 crc = new CRC32();
    crc.update(unpacked);
    for (int i = 0; i < CHECKSUM; i++) {
      if ((byte) (crc.getValue() >>> 24 - 8 * i) != stored[end + i]) {
        throw new DamagedException("its checksum is wrong");
      }
    }
    return unpacked;
  }

  private DamagedException in(DamagedException damaged) {
    return new DamagedException(
        "block " + nextBlock + " of " + header.blockCount() + ": " + damaged.getMessage(), damaged);
  }
}
