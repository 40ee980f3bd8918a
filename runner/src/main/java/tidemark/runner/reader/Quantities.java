package tidemark.runner.reader;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tidemark.operators.diagnostics.Nearest;

/** Reads durations and byte sizes from text. */
public final class Quantities {
  /** The longest duration: more than any stream lasts, and far from an overflow in microseconds. */
  static final Duration LONGEST = Duration.ofDays(365_000);

  private static final long DAYS_A_MONTH = 31;

  private static final Pattern DURATION_PART = Pattern.compile("\\s*(\\d+)\\s*([A-Za-zµ]+)");

  private static final Pattern SIZE = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([A-Za-z]*)");

  private static final Map<String, Duration> UNITS =
      Map.ofEntries(
          Map.entry("ms", Duration.ofMillis(1)),
          Map.entry("millisecond", Duration.ofMillis(1)),
          Map.entry("s", Duration.ofSeconds(1)),
          Map.entry("sec", Duration.ofSeconds(1)),
          Map.entry("second", Duration.ofSeconds(1)),
          Map.entry("m", Duration.ofMinutes(1)),
          Map.entry("min", Duration.ofMinutes(1)),
          Map.entry("minute", Duration.ofMinutes(1)),
          Map.entry("h", Duration.ofHours(1)),
          Map.entry("hr", Duration.ofHours(1)),
          Map.entry("hour", Duration.ofHours(1)),
          Map.entry("d", Duration.ofDays(1)),
          Map.entry("day", Duration.ofDays(1)),
          Map.entry("w", Duration.ofDays(7)),
          Map.entry("week", Duration.ofDays(7)));

  private static final Map<String, Long> SIZES =
      Map.ofEntries(
          Map.entry("", 1L),
          Map.entry("b", 1L),
          Map.entry("kb", 1_000L),
          Map.entry("mb", 1_000_000L),
          Map.entry("gb", 1_000_000_000L),
          Map.entry("tb", 1_000_000_000_000L),
          Map.entry("kib", 1L << 10),
          Map.entry("mib", 1L << 20),
          Map.entry("gib", 1L << 30),
          Map.entry("tib", 1L << 40));

  /** Sizes in full, and how they are written; of short ones any is as near as another. */
  private static final Map<String, String> SIZE_WORDS =
      Map.of(
          "bytes", "B",
          "kilobytes", "KB",
          "megabytes", "MB",
          "gigabytes", "GB",
          "terabytes", "TB");

  private Quantities() {}

  /**
   * A value, or why the text is none.
   *
   * @param sense whether the text could be read at all
   */
  record Result<T>(Optional<T> value, String problem, String hint, Sense sense) {
    static <T> Result<T> of(T value) {
      return new Result<>(Optional.of(value), "", "", Sense.READABLE);
    }

    static <T> Result<T> wrong(String problem, String hint) {
      return new Result<>(Optional.empty(), problem, hint, Sense.UNREADABLE);
    }

    /** The text says something, but nothing that can be used. */
    static <T> Result<T> unusable(String problem, String hint) {
      return new Result<>(Optional.empty(), problem, hint, Sense.READABLE);
    }
  }

  /** Whether a text could be read. */
  enum Sense {
    READABLE,
    UNREADABLE
  }

  /** What a month is. */
  private enum Month {
    REFUSED,
    OF_31_DAYS
  }

  /** The duration that a text such as {@code 90s} or {@code 10 minutes} means. */
  public static Optional<Duration> readDuration(String text) {
    return duration(text).value();
  }

  /** A duration such as {@code 10 minutes}, {@code 1 hour 30 minutes} or {@code 90s}. */
  static Result<Duration> duration(String written) {
    return duration(written, Month.REFUSED);
  }

  /** The delay of a watermark: a duration in which, as in Spark, a month counts 31 days. */
  static Result<Duration> delay(String written) {
    return duration(written, Month.OF_31_DAYS);
  }

  private static Result<Duration> duration(String written, Month month) {
    String text = written.strip();
    if (text.startsWith("-")) {
      return Result.unusable("a duration cannot be negative", "write it without `-`");
    }
    if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return Result.wrong(
          "the duration has no unit", "write `" + text + " seconds` or `" + text + " minutes`");
    }
    Matcher part = DURATION_PART.matcher(text);
    Duration total = Duration.ZERO;
    int at = 0;
    while (at < text.length()) {
      part.region(at, text.length());
      if (!part.lookingAt()) {
        return unreadable(text);
      }
      String unit = part.group(2).toLowerCase(Locale.ROOT);
      boolean ofCalendar = unit.startsWith("month") || unit.startsWith("year") || unit.equals("y");
      if (ofCalendar && month == Month.REFUSED) {
        return Result.unusable(
            "months and years have no fixed length", "write it in days, for example `31 days`");
      }
      Duration length = ofCalendar ? ofCalendar(unit) : unit(unit);
      if (length == null) {
        return Result.wrong(
            "the unit `" + part.group(2) + "` is not known",
            near(text, part.start(2), part.end(2), unitWords(part.group(1)))
                + "units: ms, s, m, h, d, or milliseconds, seconds, minutes, hours, days, weeks");
      }
      if (part.group(1).length() > 15) {
        return tooLong();
      }
      BigDecimal millis =
          new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(length.toMillis()));
      if (millis.compareTo(BigDecimal.valueOf(LONGEST.toMillis())) > 0) {
        return tooLong();
      }
      total = total.plusMillis(millis.longValueExact());
      at = part.end();
    }
    if (total.compareTo(LONGEST) > 0) {
      return tooLong();
    }
    return text.isEmpty() ? unreadable(text) : Result.of(total);
  }

  private static @Nullable Duration unit(String unit) {
    return UNITS.getOrDefault(unit, UNITS.get(singular(unit)));
  }

  private static Duration ofCalendar(String unit) {
    return Duration.ofDays(unit.startsWith("month") ? DAYS_A_MONTH : 12 * DAYS_A_MONTH);
  }

  private static String singular(String unit) {
    return unit.length() > 2 && unit.endsWith("s") ? unit.substring(0, unit.length() - 1) : unit;
  }

  /** The units in full, as they stand behind the number. */
  private static List<String> unitWords(String number) {
    String end = new BigDecimal(number).equals(BigDecimal.ONE) ? "" : "s";
    return Stream.of("millisecond", "second", "minute", "hour", "day", "week")
        .map(word -> word + end)
        .toList();
  }

  /** The text with the nearest word in place of one that is not known; empty if none is near. */
  private static String near(String text, int from, int to, List<String> words) {
    return Nearest.of(text.substring(from, to), words)
        .map(word -> "did you mean `" + text.substring(0, from) + word + text.substring(to) + "`? ")
        .orElse("");
  }

  private static Result<Duration> tooLong() {
    return Result.wrong("the duration is too long", "at most 365000 days");
  }

  private static Result<Duration> unreadable(String text) {
    return Result.wrong(
        "`" + text + "` is no duration",
        "write a number and a unit, for example `10 minutes`, `1 hour 30 minutes` or `90s`");
  }

  private static String nearSize(String number, String unit) {
    String single = singular(unit);
    Optional<String> near =
        SIZES.containsKey(single.toLowerCase(Locale.ROOT))
            ? Optional.of(single)
            : Nearest.of(unit, SIZE_WORDS.keySet().stream().sorted().toList()).map(SIZE_WORDS::get);
    return near.map(word -> "did you mean `" + number + word + "`? ").orElse("");
  }

  /** A size such as {@code 64MB} or {@code 1.5GiB}; a bare number counts bytes. */
  static Result<Long> size(String written) {
    String text = written.strip();
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      return Result.wrong(
          "`" + written + "` is no size",
          "write a number and a unit, for example `64MB` or `1GiB`");
    }
    Long unit = SIZES.get(matcher.group(2).toLowerCase(Locale.ROOT));
    if (unit == null) {
      return Result.wrong(
          "the unit `" + matcher.group(2) + "` is not known",
          nearSize(text.substring(0, matcher.start(2)), matcher.group(2))
              + "units: B, KB, MB, GB, TB (powers of 1000), KiB, MiB, GiB, TiB (powers of 1024)");
    }
    BigDecimal bytes = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
    if (bytes.stripTrailingZeros().scale() > 0 || bytes.precision() - bytes.scale() > 18) {
      return Result.wrong(
          "`" + written + "` is no whole number of bytes", "write a smaller unit or fewer digits");
    }
    return Result.of(bytes.longValueExact());
  }
}
