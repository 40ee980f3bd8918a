package tidemark.runner.compat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.runner.layout.SourceLayout;

/** Columns of sources whose instants are read from texts that need not name a zone. */
final class ZonedColumns {
  /**
   * Formats that hold instants as texts; of what a source of Kafka reads unless it says so, too.
   */
  private static final Set<String> TEXTS = Set.of("csv", "ndjson", "json");

  private static final String EPOCH = "epoch_";
  private static final String ZONE_LETTERS = "VzOXxZ";

  private ZonedColumns() {}

  /** The steps whose state depends on such a column, or on a table that has one. */
  static Set<String> below(Plans plans) {
    Map<String, Set<String>> columns = new HashMap<>();
    Set<String> steps = new HashSet<>();
    for (SourceLayout source : plans.after().sources().values()) {
      String path = SourceChanges.path(source);
      Set<String> zoned = of(source);
      columns.put(path, zoned);
      if (plans.isTable(path) && !zoned.isEmpty()) {
        steps.addAll(plans.keptBelow(path));
      }
    }
    steps.addAll(Dependents.of(plans.after(), columns).steps());
    return steps;
  }

  private static Set<String> of(SourceLayout source) {
    return isText(source) && !namesZone(source.reading().getOrDefault("timestamp_format", ""))
        ? source.columns().stream()
            .filter(column -> column.type().holds(SimpleType.TIMESTAMP))
            .map(Field::name)
            .collect(Collectors.toSet())
        : Set.of();
  }

  private static boolean isText(SourceLayout source) {
    String usual = source.connector().equals("kafka") ? "json" : "";
    return TEXTS.contains(source.target().getOrDefault("format", usual));
  }

  /** True if all times that the pattern fits name their zone, or count from 1970. */
  private static boolean namesZone(String pattern) {
    if (pattern.startsWith(EPOCH)) {
      return true;
    }
    int optional = 0;
    boolean quoted = false;
    for (char c : pattern.toCharArray()) {
      if (c == '\'') {
        quoted = !quoted;
      } else if (!quoted && c == '[') {
        optional++;
      } else if (!quoted && c == ']') {
        optional--;
      } else if (!quoted && optional == 0 && ZONE_LETTERS.indexOf(c) >= 0) {
        return true;
      }
    }
    return false;
  }
}
