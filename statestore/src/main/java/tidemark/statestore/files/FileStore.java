package tidemark.statestore.files;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * The file operations that a checkpoint needs. Paths are relative, with {@code /}. A file is
 * visible either whole or not at all, and durable when the call returns. Every method throws {@code
 * StateFailure} with the path when it fails.
 */
public interface FileStore {
  /**
   * The bytes of a file, as a stream that fails with {@code StateFailure} when the file does not
   * exist.
   */
  InputStream open(String path);

  /** Length of a file in bytes, -1 when it does not exist. */
  long length(String path);

  /** Creates the file; false, without any effect, when it exists. */
  boolean createIfAbsent(String path, byte[] content);

  /** Creates the file or replaces it. */
  void replace(String path, byte[] content);

  /**
   * Makes a local file the content of a path that is unused. The local file may be gone afterwards.
   */
  void upload(Path local, String path);

  /** Names of the files in a folder, in no order; none when the folder does not exist. */
  List<String> list(String folder);

  /** Deletes a file; nothing happens when it does not exist. */
  void delete(String path);

  /**
   * A view of this store for one epoch: its writes fail for ever once a later epoch has been
   * claimed.
   */
  FileStore claim(long epoch);
}
