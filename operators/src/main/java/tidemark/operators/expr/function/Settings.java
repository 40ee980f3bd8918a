package tidemark.operators.expr.function;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Literal;
import tidemark.operators.types.MapType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Options of a function, given as {@code map('name', 'value', …)} of literals. */
record Settings(Map<String, String> byName) {
  /** The type of the argument. */
  static final MapType TYPE = new MapType(SimpleType.STRING, SimpleType.STRING);

  Settings {
    byName = Map.copyOf(byName);
  }

  /** What is wrong with the argument, as the end of a sentence; empty if it is fine. */
  static Optional<String> problem(Expression argument, Set<String> known) {
    Expression map = argument instanceof Cast cast ? cast.operand() : argument;
    if (!(map instanceof Call call) || !call.function().equals("map")) {
      return Optional.of("its options are `map('name', 'value', …)` of literals");
    }
    List<Expression> parts = call.arguments();
    for (int i = 0; i < parts.size(); i++) {
      if (!(parts.get(i) instanceof Literal literal) || !(literal.value() instanceof String text)) {
        return Optional.of("its options are `map('name', 'value', …)` of literals");
      }
      if (i % 2 == 0 && !known.contains(text)) {
        return Optional.of(
            "it has no option `%s`, only %s"
                .formatted(text, String.join(", ", new TreeSet<>(known))));
      }
    }
    return Optional.empty();
  }

  /** The options of a call; none if it has no such argument. */
  static Settings of(BoundCall call, int argument) {
    if (argument >= call.arguments().size()) {
      return new Settings(Map.of());
    }
    Evaluator map = call.argument(argument);
    Batch one = new Batch(new Schema(List.of()), new Column[0], 1);
    MapColumn entries = (MapColumn) map.evaluate(one, Selection.all(1));
    Map<String, String> byName = new HashMap<>();
    for (int i = entries.start(0); i < entries.start(0) + entries.length(0); i++) {
      byName.put(
          ((BytesColumn) entries.keys()).string(i), ((BytesColumn) entries.values()).string(i));
    }
    return new Settings(byName);
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Whether the option is there and says so. */
  boolean is(String name, String value) {
    return find(name).filter(v -> v.equalsIgnoreCase(value)).isPresent();
  }
}
