package tidemark.operators.builtin.filesource;

import java.nio.file.Path;
import java.util.List;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;

/** How files of a format are cut, counted and read. */
interface FileLayout {
  /**
   * Adds the splits of a file, in the order of its rows.
   *
   * @param splitSize bytes that a split should have
   * @throws tidemark.operators.diagnostics.Failure TM604 if the file is not of the format, TM613 if
   *     its columns are not those declared
   */
  void addSplits(Path path, RecordedFile file, long splitSize, List<Split> splits);

  /** Opens one of the splits. */
  SplitReader open(Split split, ReadRequest read);

  /** How many rows the first {@code size} bytes of a file hold; for text, how many lines. */
  long rows(Path file, long size);
}
