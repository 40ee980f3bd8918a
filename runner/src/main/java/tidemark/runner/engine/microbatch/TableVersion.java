package tidemark.runner.engine.microbatch;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tidemark.operators.connector.Range;

/**
 * What a static source held when it was last looked at, as the offset log has it for each
 * micro-batch: {@code {"looked":milliseconds,"table":range}}, {@code null} for a source without
 * rows. The same range always gives the same rows, or a failure.
 *
 * @param lookedMillis when the source was looked at
 */
record TableVersion(long lookedMillis, Optional<Range> range) {
  private static final Pattern FORM =
      Pattern.compile("\\{\"looked\":(-?\\d+),\"table\":(.*)}", Pattern.DOTALL);
  private static final String PREFIX = "static.";

  /** The name under which an entry of the offset log has the version. */
  static String name(String source) {
    return PREFIX + source;
  }

  String text() {
    return "{\"looked\":"
        + lookedMillis
        + ",\"table\":"
        + range.map(RangeText::of).orElse("null")
        + "}";
  }

  static TableVersion parse(String json) {
    Matcher form = FORM.matcher(json);
    if (!form.matches()) {
      throw new IllegalArgumentException("not a version of a table: " + json);
    }
    String range = form.group(2);
    return new TableVersion(
        Long.parseLong(form.group(1)),
        range.equals("null") ? Optional.empty() : Optional.of(RangeText.parse(range)));
  }

  /** Whether both have the same rows. */
  boolean hasRowsOf(TableVersion other) {
    return range.equals(other.range);
  }
}
