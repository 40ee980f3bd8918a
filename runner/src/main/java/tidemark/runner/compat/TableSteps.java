package tidemark.runner.compat;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Steps without state that are not written out in readings, such as lookups: what they do stands
 * there as a whole, in words of the layout. Says it in those of a pipeline file.
 */
final class TableSteps {
  private static final String DESCRIBED = "'{operator=";
  private static final Pattern COLUMN = Pattern.compile("column\\('([^']*)', '([^']*)'\\)");

  private TableSteps() {}

  /** True of a condition that describes such a step. */
  static boolean isDescribed(String condition) {
    return condition.startsWith(DESCRIBED);
  }

  /** True if other ones stand above, or others are left out. */
  static boolean differ(List<String> before, List<String> after) {
    return !described(before).equals(described(after));
  }

  private static List<String> described(List<String> conditions) {
    return conditions.stream().filter(TableSteps::isDescribed).toList();
  }

  /** An expression with the columns that come out of such steps as {@code steps.x.column}. */
  static String readable(String expression) {
    return COLUMN.matcher(expression).replaceAll("$1.$2");
  }
}
