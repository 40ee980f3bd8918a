package tidemark.operators.expr.compile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;

/**
 * The keys of an aggregation, which may stand beside aggregates: by their names, or by the same
 * expression over the input.
 */
public final class Grouping {
  private final Map<String, Expression> keys;

  /** Keys by name, over the input's scope. */
  public Grouping(Map<String, Expression> keys) {
    this.keys = new LinkedHashMap<>(keys);
  }

  /** No keys: one group. */
  public static Grouping none() {
    return new Grouping(Map.of());
  }

  /** The key of this name, exactly or else without regard to case. */
  Optional<ColumnReference> named(String name) {
    if (keys.containsKey(name)) {
      return Optional.of(reference(name, keys.get(name)));
    }
    return keys.entrySet().stream()
        .filter(e -> e.getKey().equalsIgnoreCase(name))
        .findFirst()
        .map(e -> reference(e.getKey(), e.getValue()));
  }

  /** The key that is this very expression. */
  Optional<ColumnReference> same(Expression expression) {
    String canonical = expression.canonical();
    return keys.entrySet().stream()
        .filter(e -> e.getValue().canonical().equals(canonical))
        .findFirst()
        .map(e -> reference(e.getKey(), e.getValue()));
  }

  boolean hasExpressions() {
    return keys.values().stream().anyMatch(e -> !(e instanceof ColumnReference));
  }

  private static ColumnReference reference(String name, Expression key) {
    return new ColumnReference(name, key.type(), key.nullable());
  }
}
