package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.Widening;

/**
 * How the columns that a step yields differ from those it yielded. Names and types count: whether a
 * value may be null changes with what the file says of new ones.
 */
final class ColumnDifference {
  private final NodeLayout old;
  private final NodeLayout now;
  private final Map<String, DataType> before;
  private final Map<String, DataType> after;

  ColumnDifference(NodeLayout old, NodeLayout now) {
    this.old = old;
    this.now = now;
    this.before = types(old);
    this.after = types(now);
  }

  private static Map<String, DataType> types(NodeLayout node) {
    Map<String, DataType> types = new LinkedHashMap<>();
    for (Field column : node.columns()) {
      types.put(column.name(), column.type());
    }
    return types;
  }

  boolean isEmpty() {
    return List.copyOf(before.entrySet()).equals(List.copyOf(after.entrySet()));
  }

  /** {@code `most` is new, `total` was bigint, is double}. */
  String text() {
    List<String> texts = new ArrayList<>();
    String names = Lists.difference(List.copyOf(before.keySet()), List.copyOf(after.keySet()));
    if (!names.isEmpty()) {
      texts.add(names);
    }
    before.forEach(
        (name, type) -> {
          DataType is = after.getOrDefault(name, type);
          if (!is.equals(type)) {
            texts.add("`" + name + "` was " + type.ddl() + ", is " + is.ddl());
          }
        });
    return texts.isEmpty() ? "they are in another order" : String.join(", ", texts);
  }

  /**
   * True if the state could follow the change of the columns alone: no key is among those that come
   * or go, and types are widened only.
   */
  boolean canGoAlone() {
    boolean widened =
        before.entrySet().stream()
            .allMatch(
                e ->
                    Widening.keepsValues(
                        e.getValue(), after.getOrDefault(e.getKey(), e.getValue())));
    return widened && keysStay(old, now, after) && keysStay(now, old, before);
  }

  /** True if each key of one side is a column or a key of the other. */
  private static boolean keysStay(
      NodeLayout side, NodeLayout other, Map<String, DataType> columns) {
    List<String> keys = keys(other).stream().map(StateField::expression).toList();
    return keys(side).stream()
        .allMatch(key -> columns.containsKey(key.name()) || keys.contains(key.expression()));
  }

  private static List<StateField> keys(NodeLayout node) {
    return node.state().orElseThrow().stores().get(0).key().stream()
        .filter(f -> !Calls.isWindow(f))
        .toList();
  }
}
