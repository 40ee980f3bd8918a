package tidemark.operators.connector;

import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.diagnostics.Failure;

/** A source that is asked for the rows of keys. Used by several threads at the same time. */
public interface PointLookup extends AutoCloseable {
  /**
   * All rows that have one of the keys, and perhaps others. A connection that is lost meanwhile is
   * made anew and the question asked again; bad records are reported once.
   *
   * @param keys the selected rows are the keys: distinct, without nulls
   * @return batches of the source's columns, which stay valid
   * @throws Failure if the source does not answer
   */
  List<Batch> find(Batch keys, ReadRequest request);

  @Override
  void close();
}
