package tidemark.connectors.jdbc;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Times in SQLite, which are texts that it compares letter by letter: {@code 2026-01-01 12:00},
 * {@code 2026-01-01T12:00:00} and {@code 2026-01-01 12:00:00.000} are one time and three texts.
 * Here each has one form, to the microsecond.
 */
final class SqliteTimes {
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

  /** What a shorter text ends with. */
  private static final String ZERO = "0000-00-00 00:00:00.000000";

  private SqliteTimes() {}

  /** SQL that gives the form of a column's times. */
  static String form(String quoted) {
    return "substr(replace(%1$s, 'T', ' ') || substr('%2$s', length(%1$s) + 1), 1, %3$d)"
        .formatted(quoted, ZERO, ZERO.length());
  }

  /** The form of a time. */
  static String form(LocalDateTime time) {
    return FORM.format(time);
  }
}
