package tidemark.operators.connector;

import tidemark.operators.batch.Batch;
import tidemark.operators.diagnostics.Failure;

/** A source that is asked for the rows of keys. Used by several threads at the same time. */
public interface PointLookup extends AutoCloseable {
  /**
   * All rows that have one of the keys, and perhaps others. A connection that is lost meanwhile is
   * made anew and the question asked again; bad records are reported once.
   *
   * @param keys the selected rows are the keys: distinct, without nulls
   * @throws Failure if the source does not answer
   */
  void find(Batch keys, ReadRequest request, Answer answer);

  /** Takes rows as they come. */
  interface Answer {
    /** The rows of some more keys follow. */
    void begin();

    /** Rows of the source's columns; valid until the call returns. */
    void add(Batch rows);

    /** The rows since {@link #begin} do not count: the same is asked again. */
    void forget();
  }

  @Override
  void close();
}
