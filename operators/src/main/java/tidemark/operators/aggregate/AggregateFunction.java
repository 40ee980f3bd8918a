package tidemark.operators.aggregate;

import java.util.List;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;

/** An aggregate function resolved for the types of its arguments. Immutable. */
public interface AggregateFunction {
  /** The name as in the catalogue, lower case; {@code distinct} is not part of it. */
  String name();

  /**
   * The types of the columns that {@link Accumulators#add} is given: the leading arguments of the
   * call, cast to these types by the caller. Trailing constant arguments are not among them.
   */
  List<DataType> arguments();

  /** The type of the result. */
  DataType type();

  /** Whether the result of a group with at least one row may be null. */
  boolean nullable();

  /**
   * The stored fields of one accumulator, in stored order. They follow from the name and the
   * argument types alone, not from whether an argument may be null.
   */
  List<Field> state();

  /** Accumulators without any group. */
  Accumulators create();

  /**
   * True if the result depends on the order of rows, so that merges must follow it. Not meant are
   * the last bits of sums of doubles and the sign of a zero: for them any fixed order will do.
   */
  boolean isOrderSensitive();
}
