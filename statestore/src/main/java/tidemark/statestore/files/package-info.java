/**
 * The file operations that a checkpoint needs, on a local disk, and the two encodings of its files:
 * JSON with a checksum and framed binary.
 */
@org.jspecify.annotations.NullMarked
package tidemark.statestore.files;
