package tidemark.operators.connector;

import tidemark.operators.types.DataType;
import tidemark.operators.types.Schema;

/**
 * A connector whose static sources can be asked for the rows of single keys. Such a source is live:
 * it answers with what it holds at that moment, whatever it held when a micro-batch was planned.
 */
public interface LookupConnector extends Connector {
  /**
   * Whether the source finds rows by a declared column that is held against values of this type.
   */
  boolean findsBy(SourceRequest request, DataType type);

  /**
   * Opens a source that was described without errors, to be asked by key.
   *
   * @param keys the declared columns of the key, each with the type of the values asked for
   */
  PointLookup openLookup(SourceRequest request, Schema keys);
}
