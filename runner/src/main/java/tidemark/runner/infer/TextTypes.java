package tidemark.runner.infer;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Pattern;
import tidemark.runner.infer.InferredType.Simple;

/** What a text can be read as. */
final class TextTypes {
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern TIME =
      Pattern.compile(
          "\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?(Z|[+-]\\d{2}:\\d{2})?");
  private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9]\\d{0,37})");
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");

  private TextTypes() {}

  /** The type of a text in quotes: a date, an instant, or text. */
  static Simple ofText(String text) {
    if (DATE.matcher(text).matches() && isDate(text)) {
      return Simple.DATE;
    }
    return instant(text).isPresent() ? Simple.TIMESTAMP : Simple.STRING;
  }

  /** The type of a field without quotes; a number that begins with a needless 0 is text. */
  static Simple ofField(String text) {
    if (text.equals("true") || text.equals("false")) {
      return Simple.BOOLEAN;
    }
    return INTEGER.matcher(text).matches() || NUMBER.matcher(text).matches()
        ? ofNumber(text)
        : ofText(text);
  }

  static Simple ofNumber(String text) {
    if (!INTEGER.matcher(text).matches()) {
      return Simple.DOUBLE;
    }
    try {
      Long.parseLong(text);
      return Simple.BIGINT;
    } catch (NumberFormatException tooLong) {
      return Simple.DECIMAL;
    }
  }

  private static boolean isDate(String text) {
    try {
      LocalDate.parse(text);
      return true;
    } catch (DateTimeException wrong) {
      return false;
    }
  }

  /** The instant of a text; without a zone in UTC. */
  static Optional<Instant> instant(String text) {
    if (!TIME.matcher(text).matches()) {
      return Optional.empty();
    }
    String iso = text.replace(' ', 'T');
    try {
      boolean zoned = iso.endsWith("Z") || iso.lastIndexOf('-') > 10 || iso.indexOf('+') > 0;
      return Optional.of(
          zoned
              ? OffsetDateTime.parse(iso).toInstant()
              : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC));
    } catch (DateTimeException wrong) {
      return Optional.empty();
    }
  }
}
