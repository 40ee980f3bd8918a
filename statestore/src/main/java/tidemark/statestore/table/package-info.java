/**
 * Byte tables in memory: rows of one key group, hashed for look-up and sorted on demand. One thread
 * each, no files.
 */
@org.jspecify.annotations.NullMarked
package tidemark.statestore.table;
