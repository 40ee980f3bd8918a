package tidemark.runner.compat;

import java.util.List;
import java.util.Optional;
import tidemark.operators.types.Field;
import tidemark.runner.layout.SourceLayout;

/** Columns that are told by their place in a record: those of csv without a header. */
final class ColumnPlaces {
  private ColumnPlaces() {}

  /** What the first column that stands elsewhere says of the change; nothing if none does. */
  static Optional<String> moved(SourceLayout old, SourceLayout now) {
    if (!areTold(old) || !areTold(now)) {
      return Optional.empty();
    }
    List<String> before = old.columns().stream().map(Field::name).toList();
    List<String> after = now.columns().stream().map(Field::name).toList();
    return after.stream()
        .filter(name -> before.contains(name) && before.indexOf(name) != after.indexOf(name))
        .findFirst()
        .map(
            name ->
                "columns are told by their place, and `"
                    + name
                    + "` was number "
                    + (before.indexOf(name) + 1)
                    + ", is number "
                    + (after.indexOf(name) + 1));
  }

  private static boolean areTold(SourceLayout source) {
    return "csv".equals(source.target().get("format"))
        && !"true".equals(source.reading().get("header"));
  }
}
