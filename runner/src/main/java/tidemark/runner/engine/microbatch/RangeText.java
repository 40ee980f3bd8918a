package tidemark.runner.engine.microbatch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tidemark.operators.connector.Range;

/** A range as it stands in the offset log: its size, then what only its source can read. */
public final class RangeText {
  private static final Pattern FORM =
      Pattern.compile("\\{\"bytes\":(\\d+),\"range\":(.*)}", Pattern.DOTALL);

  private RangeText() {}

  static String of(Range range) {
    return "{\"bytes\":" + range.bytes() + ",\"range\":" + range.json() + "}";
  }

  /** Reads a range as the offset log has it. */
  public static Range parse(String json) {
    Matcher form = FORM.matcher(json);
    if (!form.matches()) {
      throw new IllegalArgumentException("not a range: " + json);
    }
    return new Range(form.group(2), Long.parseLong(form.group(1)));
  }
}
