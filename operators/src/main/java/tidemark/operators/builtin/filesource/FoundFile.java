package tidemark.operators.builtin.filesource;

import java.nio.file.Path;
import java.util.Comparator;

/**
 * A file as a listing saw it.
 *
 * @param name below the source's base, portable
 * @param size in bytes
 * @param modified in nanoseconds since 1970
 */
record FoundFile(String name, Path path, long size, long modified) {
  /** The order in which files are read: oldest first, equal times by name. */
  static final Comparator<FoundFile> READING_ORDER =
      Comparator.comparingLong(FoundFile::modified).thenComparing(FoundFile::name);
}
