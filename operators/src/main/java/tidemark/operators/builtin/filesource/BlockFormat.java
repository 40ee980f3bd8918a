package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tidemark.operators.codec.BatchReader;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.format.RowVerdicts;
import tidemark.operators.types.Schema;

/**
 * A format whose files say where their rows lie: in blocks, each of which can be read by itself.
 *
 * @param <H> what is known of a file once its header or footer was read
 */
interface BlockFormat<H> {
  /** Reads what a file of this size says of itself. */
  H describe(Path path, long size) throws IOException;

  /**
   * What keeps the file from being read with these columns, one sentence each.
   *
   * @param badColumn a column that no file has
   */
  List<String> objections(H file, Schema schema, Optional<Integer> badColumn);

  int blocks(H file);

  /** Stored bytes of a block. */
  long bytes(H file, int block);

  long rows(H file);

  /** Opens the blocks in {@code [from, to)} of a file without objections. */
  BatchReader open(
      Path path, long size, H file, int from, int to, ReadRequest read, RowVerdicts verdicts)
      throws IOException;
}
