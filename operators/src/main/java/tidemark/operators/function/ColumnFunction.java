package tidemark.operators.function;

import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;

/**
 * A function of expressions in Java, called by its name in a pipeline. Found by {@link
 * java.util.ServiceLoader}: list the class in {@code
 * META-INF/services/tidemark.operators.function.ColumnFunction}.
 *
 * <p>One object serves all threads, so it keeps nothing. The same arguments must give the same
 * result at any time, or a micro-batch that is run again gives another one: no clock, no chance, no
 * outside service.
 */
public interface ColumnFunction {
  /** What expressions call it: lower case letters, digits and {@code _}. */
  String name();

  /** How it is called, as a user would write it: {@code distance_km(lat1, lon1, lat2, lon2)}. */
  String signature();

  /** What it does, in one line. */
  String meaning();

  /** A call and its result, for documents: {@code double_it(2) -> 4}. */
  String example();

  /**
   * What it takes and gives for arguments of these types; empty if it does not take them.
   *
   * @param given as many types as the call has arguments
   */
  Optional<FunctionShape> shape(List<DataType> given);

  /**
   * Computes the selected rows.
   *
   * @param arguments a column of all rows of the batch for each argument of the shape; nulls are
   *     the function's own affair
   * @param rows the rows that count; others may hold anything
   * @param size how many rows the batch has
   * @return a column of the shape's type with {@code size} rows, read only where {@code rows} says
   */
  Column evaluate(List<Column> arguments, Selection rows, int size);
}
