package tidemark.operators.batch;

import java.util.OptionalLong;

/** Where the rows of a batch were read. Valid as long as the batch. */
public interface RowOrigin {
  /** The id of the source. */
  String source();

  /** The file, partition or table. */
  String location();

  /**
   * The line (from 1) or offset of a row of the batch, as the location counts; empty if unknown.
   */
  OptionalLong position(int row);
}
