package tidemark.statestore.rocksdb;

import java.nio.ByteBuffer;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;
import tidemark.statestore.table.Shard;

/** Hands rows of a generation to the writer of an SST file, through buffers that RocksDB reads. */
final class SstRows {
  private final SstFileWriter writer;
  private final int generation;
  private ByteBuffer key = ByteBuffer.allocateDirect(256);
  private ByteBuffer value = ByteBuffer.allocateDirect(256);

  SstRows(SstFileWriter writer, int generation) {
    this.writer = writer;
    this.generation = generation;
  }

  /** Writes a row or a delete; keys must ascend. */
  void write(Shard shard, int record) throws RocksDBException {
    int keyLength = shard.keyLength(record);
    key = withRoom(key, WorkingCopy.GENERATION + keyLength);
    key.putInt(generation).put(shard.array(record), shard.keyStart(record), keyLength).flip();
    if (shard.isDead(record)) {
      byte[] copy = new byte[key.remaining()];
      key.get(copy);
      writer.delete(copy);
      return;
    }
    int length = shard.valueLength(record);
    value = withRoom(value, length);
    value.put(shard.array(record), shard.valueStart(record), length).flip();
    writer.put(key, value);
  }

  private static ByteBuffer withRoom(ByteBuffer buffer, int bytes) {
    return buffer.capacity() >= bytes ? buffer.clear() : ByteBuffer.allocateDirect(2 * bytes);
  }
}
