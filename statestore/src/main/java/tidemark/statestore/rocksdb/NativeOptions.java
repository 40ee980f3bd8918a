package tidemark.statestore.rocksdb;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;

/**
 * How RocksDB is set up: the only place that divides its memory. Blocks, indexes, filters and write
 * buffers of all column families are charged to one cache.
 */
final class NativeOptions implements AutoCloseable {
  /** Native objects that this holds. */
  static final int OBJECTS = 8;

  private static final int BACKGROUND_THREADS = 2;
  private static final long PART_OF_CACHE = 8L << 20;

  private final Cache cache;
  private final WriteBufferManager buffers;
  private final BloomFilter filter;
  private final ColumnFamilyOptions family;
  private final DBOptions database;
  private final Options listing;
  private final ReadOptions reading;
  private final WriteOptions writing;

  NativeOptions(long memory) {
    load();
    cache = new LRUCache(memory, shardBits(memory), false);
    buffers = new WriteBufferManager(memory / 4, cache);
    filter = new BloomFilter(10, false);
    BlockBasedTableConfig table = tableConfig();
    long bufferSize = Math.max(1 << 20, Math.min(16 << 20, memory / 8));
    family =
        new ColumnFamilyOptions()
            .setTableFormatConfig(table)
            .setWriteBufferSize(bufferSize)
            .setMaxWriteBufferNumber(3)
            .setTargetFileSizeBase(16 << 20)
            .setMaxBytesForLevelBase(64 << 20)
            .setLevel0FileNumCompactionTrigger(4)
            .setCompressionType(CompressionType.LZ4_COMPRESSION);
    database =
        new DBOptions()
            .setCreateIfMissing(true)
            .setCreateMissingColumnFamilies(true)
            .setWriteBufferManager(buffers)
            .setMaxBackgroundJobs(BACKGROUND_THREADS)
            .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
            .setKeepLogFileNum(1)
            .setMaxOpenFiles(512)
            .setParanoidChecks(true)
            .setAtomicFlush(false)
            .setAvoidFlushDuringShutdown(true);
    listing =
        new Options()
            .setTableFormatConfig(table)
            .setCompressionType(CompressionType.LZ4_COMPRESSION);
    reading = new ReadOptions();
    writing = new WriteOptions().setDisableWAL(true);
  }

  /** Parts of the cache, few enough that each has room for the largest blocks. */
  private static int shardBits(long memory) {
    int bits = 0;
    while (bits < 4 && memory >> bits > PART_OF_CACHE) {
      bits++;
    }
    return bits;
  }

  /**
   * Filters and indexes are split into blocks too: whole ones of large files would fill a small
   * cache.
   */
  private BlockBasedTableConfig tableConfig() {
    return new BlockBasedTableConfig()
        .setBlockCache(cache)
        .setFilterPolicy(filter)
        .setCacheIndexAndFilterBlocks(true)
        .setCacheIndexAndFilterBlocksWithHighPriority(true)
        .setPinL0FilterAndIndexBlocksInCache(true)
        .setIndexType(IndexType.kTwoLevelIndexSearch)
        .setPartitionFilters(true)
        .setMetadataBlockSize(4 << 10)
        .setPinTopLevelIndexAndFilter(true)
        .setFormatVersion(6)
        .setBlockSize(8 << 10);
  }

  /** Loads the native library; its first use in the process costs about a tenth of a second. */
  private static void load() {
    try {
      RocksDB.loadLibrary();
    } catch (RuntimeException | UnsatisfiedLinkError e) {
      throw new StateFailure(
          Kind.NATIVE,
          "the RocksDB library cannot be loaded on this machine: " + e.getMessage(),
          "It needs 64-bit Linux (glibc or musl with libstdc++), macOS or Windows, and a temporary folder that may hold"
              + " programs.",
          e);
    }
  }

  ColumnFamilyOptions family() {
    return family;
  }

  DBOptions database() {
    return database;
  }

  /** Options for listing column families and for writing SST files. */
  Options listing() {
    return listing;
  }

  ReadOptions reading() {
    return reading;
  }

  WriteOptions writing() {
    return writing;
  }

  long memoryUsed() {
    return cache.getUsage();
  }

  @Override
  public void close() {
    writing.close();
    reading.close();
    listing.close();
    database.close();
    family.close();
    filter.close();
    buffers.close();
    cache.close();
  }
}
