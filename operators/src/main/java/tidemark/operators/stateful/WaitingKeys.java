package tidemark.operators.stateful;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.stateful.WaitingChunk.Groups;

/**
 * The stored keys of rows that are not looked up as they come: when a key group is settled, its
 * keys are looked up one after the other, in tables that are in the processor's cache then. Used by
 * one thread.
 */
final class WaitingKeys {
  /** The most keys of a chunk: it is put in order while it is in the cache. */
  static final int CHUNK_KEYS = WaitingChunk.MOST_KEYS / 2;

  /** Bytes from which on a chunk is closed. */
  private static final int CHUNK_BYTES = 8 << 20;

  private final boolean expire;
  private final KeyWriter keys = new KeyWriter();
  private int[] ends = {};
  private long[] expiries = {};
  private int[] order = {};
  private final List<WaitingChunk> chunks = new ArrayList<>();
  private final List<WaitingChunk> spare = new ArrayList<>();
  private int count;
  private int firstRow;
  private long closed;

  /**
   * @param expire whether keys have an expiry beside themselves
   */
  WaitingKeys(boolean expire) {
    this.expire = expire;
  }

  /**
   * Adds the keys of some rows.
   *
   * @param written holds the stored keys, one behind the other
   * @param writtenEnds where each ends
   * @param writtenExpiries the expiry of each, if they have one
   * @param more how many there are, at least one
   * @param row the number of the first one's row; those of the others follow
   */
  void add(byte[] written, int[] writtenEnds, long[] writtenExpiries, int more, int row) {
    if (count > CHUNK_KEYS - Batch.MAX_ROWS || keys.length() >= CHUNK_BYTES) {
      close();
    }
    if (ends.length == 0) {
      ends = new int[CHUNK_KEYS];
      expiries = new long[expire ? CHUNK_KEYS : 0];
      order = new int[CHUNK_KEYS];
    }
    if (count == 0) {
      firstRow = row;
    }
    int before = keys.length();
    keys.writeRaw(written, 0, writtenEnds[more - 1]);
    for (int i = 0; i < more; i++) {
      ends[count + i] = before + writtenEnds[i];
    }
    if (expire) {
      System.arraycopy(writtenExpiries, 0, expiries, count, more);
    }
    count += more;
  }

  private void close() {
    WaitingChunk chunk =
        spare.isEmpty() ? new WaitingChunk(CHUNK_KEYS, expire) : spare.remove(spare.size() - 1);
    chunk.take(keys.buffer(), ends, expiries, count, firstRow, Groups.ALL, order);
    chunks.add(chunk);
    closed += count;
    keys.clear();
    count = 0;
  }

  /** All keys of some key groups, as they came. Several threads may ask at once. Read only. */
  List<WaitingChunk> chunks(Groups groups) {
    if (count == 0) {
      return chunks;
    }
    List<WaitingChunk> all = new ArrayList<>(chunks);
    WaitingChunk last = new WaitingChunk(count, expire);
    last.take(keys.buffer(), ends, expiries, count, firstRow, groups, new int[count]);
    all.add(last);
    return all;
  }

  /** Forgets all keys; memory is kept. */
  void clear() {
    spare.addAll(chunks);
    chunks.clear();
    keys.clear();
    count = 0;
    closed = 0;
  }

  /** How many keys there are. */
  long size() {
    return closed + count;
  }

  /** How many keys there is memory for, about. */
  long room() {
    return (long) CHUNK_KEYS * (chunks.size() + spare.size());
  }
}
