package tidemark.operators.parquet;

import java.io.IOException;
import tidemark.operators.batch.Column;
import tidemark.operators.format.BadRows;

/** Reads one declared column of one row group, in order. */
interface ColumnReader {
  /** The values of the next rows; those that do not fit are null and reported. */
  Column read(int rows, BadRows bad) throws IOException;

  /** Stored bytes passed so far. */
  long bytesRead();
}
