package tidemark.operators.expr.function;

import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Set;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.TextCasts;
import tidemark.operators.types.DataType;

/** The keys of a map that is being made: none may be null or stand twice. */
final class DistinctKeys {
  private final String function;
  private final Set<String> seen = new HashSet<>();

  DistinctKeys(String function) {
    this.function = function;
  }

  void add(Column keys, int row, DataType type) {
    if (keys.isNull(row)) {
      throw Failures.argument(function, "a key is null", "leave the pair out, or use `coalesce`");
    }
    boolean zero = keys instanceof DoubleColumn doubles && doubles.get(row) == 0;
    add(zero ? "0.0" : TextCasts.text(keys, row, type, ZoneOffset.UTC));
  }

  /** Adds a key to a map; a negative zero becomes zero. */
  static void append(ColumnBuilder keys, Column source, int row) {
    if (keys instanceof DoubleBuilder doubles && !source.isNull(row)) {
      doubles.append(((DoubleColumn) source).get(row) + 0.0);
    } else {
      keys.append(source, row);
    }
  }

  void add(String key) {
    if (!seen.add(key)) {
      throw Failures.argument(
          function, "the key " + Failures.shown(key) + " stands twice", "make the keys distinct");
    }
  }
}
