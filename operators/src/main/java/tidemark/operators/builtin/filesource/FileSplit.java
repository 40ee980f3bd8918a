package tidemark.operators.builtin.filesource;

import java.nio.file.Path;
import tidemark.operators.builtin.files.Compression;
import tidemark.operators.builtin.files.PortableName;
import tidemark.operators.connector.Split;

/**
 * The records of a file that start in {@code [from, to)}, offsets in bytes as stored.
 *
 * @param to the recorded size for the last split of a file
 */
record FileSplit(Path path, RecordedFile file, Compression compression, long from, long to)
    implements Split {
  @Override
  public String location() {
    return PortableName.shown(path.toString());
  }

  @Override
  public long bytes() {
    return to - from;
  }

  boolean isWholeFile() {
    return from == 0 && to == file.size();
  }
}
