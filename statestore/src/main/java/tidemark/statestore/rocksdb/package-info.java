/**
 * Durable state: tables in memory in front of one RocksDB, a change log per batch, snapshots now
 * and then. The only package that names RocksDB, and one of the two that may use threads and locks.
 */
@org.jspecify.annotations.NullMarked
package tidemark.statestore.rocksdb;
