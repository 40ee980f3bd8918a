package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.codec.BatchReader;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.diagnostics.Failure;

/** Reads a split of a file in blocks, and fails if the file changed meanwhile. */
final class WatchedReader implements SplitReader {
  private final Path path;
  private final RecordedFile file;
  private final BatchReader reader;

  private WatchedReader(Path path, RecordedFile file, BatchReader reader) {
    this.path = path;
    this.file = file;
    this.reader = reader;
  }

  /** What opens the reader of a split. */
  interface Opening {
    BatchReader open() throws IOException;
  }

  static WatchedReader open(Path path, RecordedFile file, Opening opening) {
    FileCheck.verify(path, file);
    try {
      return new WatchedReader(path, file, opening.open());
    } catch (IOException broken) {
      throw unreadable(path, broken);
    }
  }

  /** What to tell of a file that is not what it says. */
  static Failure unreadable(Path path, IOException broken) {
    return FileListing.unreadable(path, FileListing.reason(broken), broken);
  }

  @Override
  public @Nullable Batch next() {
    try {
      Batch batch = reader.next();
      if (batch == null) {
        FileCheck.verify(path, file);
      }
      return batch;
    } catch (IOException broken) {
      FileCheck.verify(path, file);
      throw unreadable(path, broken);
    }
  }

  @Override
  public OptionalLong position(int row) {
    return reader.position(row);
  }

  @Override
  public long bytesRead() {
    return reader.bytesRead();
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException broken) {
      throw unreadable(path, broken);
    }
  }
}
