package tidemark.operators.expr.function;

import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Set;
import tidemark.operators.batch.Column;
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
    add(TextCasts.text(keys, row, type, ZoneOffset.UTC));
  }

  void add(String key) {
    if (!seen.add(key)) {
      throw Failures.argument(
          function, "the key " + Failures.shown(key) + " stands twice", "make the keys distinct");
    }
  }
}
