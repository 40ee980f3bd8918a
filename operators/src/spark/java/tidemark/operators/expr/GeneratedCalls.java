package tidemark.operators.expr;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tidemark.operators.expr.function.Catalogue;
import tidemark.operators.expr.function.FunctionDefinition;

/**
 * Calls of every function with generated arguments: its example, with literals replaced by others
 * of their kind, by extremes and by nulls. The same calls for the same seed.
 */
final class GeneratedCalls {
  private static final Pattern LITERAL =
      Pattern.compile(
          "(?i)\\b(?:date|timestamp|timestamp_ntz)\\s*'[^']*'|\\bX'[^']*'"
              + "|\\binterval\\s+(?:'[^']*'|[-0-9]+)\\s+[a-z]+(?:\\s+to\\s+[a-z]+)?"
              + "|'(?:[^'\\\\]|\\\\.)*'|(?<![\\w'.])\\d+(?:\\.\\d+)?(?:e-?\\d+)?(?:BD|[YSLDF])?\\b"
              + "|\\b(?:true|false)\\b");

  private static final List<String> TEXTS =
      List.of(
          "''",
          "'a'",
          "' a '",
          "'äöü'",
          "'😀b'",
          "'Abc abc'",
          "'12'",
          "'-1.5'",
          "'NaN'",
          "'true'",
          "'2024-02-29'",
          "'2024-02-29 23:59:59.999999'",
          "'{\"a\":1}'",
          "'a,b,,c'",
          "'%'",
          "'_'",
          "'.'",
          "'0'",
          "'ß'",
          "'\\n'",
          "'9223372036854775807'",
          "'straße'",
          "'e\u0301'",
          "cast(null as string)");
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "-1",
          "2",
          "3",
          "7",
          "10",
          "127Y",
          "-128Y",
          "32767S",
          "2147483647",
          "-2147483648",
          "9223372036854775807L",
          "-9223372036854775808L",
          "0.5",
          "-2.5",
          "1.5D",
          "-0.0D",
          "cast('NaN' as double)",
          "cast('Infinity' as double)",
          "cast('-Infinity' as double)",
          "1e300D",
          "1.5F",
          "-0.0F",
          "cast('NaN' as float)",
          "4.9e-324D",
          "99999999999999999999999999999999999999",
          "0.00001BD",
          "12345.678",
          "cast(null as int)",
          "cast(null as double)",
          "cast(null as decimal(10,2))");
  private static final List<String> SMALL =
      List.of("0", "1", "-1", "2", "3", "5", "10", "2Y", "4L", "cast(null as int)");
  private static final List<String> DATES =
      List.of(
          "date'2024-02-29'",
          "date'1970-01-01'",
          "date'0001-01-01'",
          "date'9999-12-31'",
          "date'1582-10-15'",
          "date'1900-03-01'",
          "cast(null as date)");
  private static final List<String> TIMES =
      List.of(
          "timestamp'2024-02-29 23:59:59.999999'", "timestamp'1970-01-01 00:00:00'",
          "timestamp'0001-01-01 00:00:00'", "timestamp'9999-12-31 23:59:59.999999'",
          "timestamp'1969-12-31 23:59:59.5'", "timestamp'2024-03-31 01:30:00'",
          "timestamp_ntz'2024-02-29 12:00:00'", "cast(null as timestamp)");
  private static final List<String> BINARIES =
      List.of("X''", "X'00'", "X'616263'", "X'E282AC'", "X'FF'", "cast(null as binary)");
  private static final List<String> SPANS =
      List.of(
          "interval '1' day",
          "interval '-1' day",
          "interval '1 02:03:04.5' day to second",
          "interval '1' month",
          "interval '-1-2' year to month",
          "interval '0' second",
          "interval '36' hour",
          "cast(null as interval day to second)");
  private static final List<String> TRUTHS = List.of("true", "false", "cast(null as boolean)");

  /** Functions whose result grows with a number. */
  private static final Set<String> GROWING =
      Set.of("repeat", "array_repeat", "sequence", "lpad", "rpad", "space", "array_insert");

  /**
   * What a text means that is no literal of its own kind: kept, or changed only to another such.
   */
  private static final Map<String, List<String>> WORDS =
      Map.of(
          "year", List.of("'year'", "'MONTH'", "'week'", "'QUARTER'", "'x'", "''"),
          "utf-8", List.of("'utf-8'", "'UTF-16'", "'US-ASCII'", "'hex'", "'base64'"),
          "utc", List.of("'UTC'", "'Europe/Berlin'", "'+05:30'", "'America/Los_Angeles'"));

  private final Random random;

  GeneratedCalls(long seed) {
    random = new Random(seed);
  }

  /** So many calls of each function, and so many variants of each of {@code seeds}. */
  List<String> calls(int ofEach, List<String> seeds, int ofSeed) {
    Set<String> calls = new LinkedHashSet<>();
    for (FunctionDefinition function : Catalogue.spark().functions()) {
      if (function.name().startsWith("current_")) {
        continue;
      }
      for (int i = 0; i < ofEach; i++) {
        calls.add(changed(function.exampleCall(), GROWING.contains(function.name())));
      }
    }
    for (String seed : seeds) {
      boolean growing = GROWING.stream().anyMatch(seed::contains);
      for (int i = 0; i < ofSeed; i++) {
        calls.add(changed(seed, growing));
      }
    }
    return new ArrayList<>(calls);
  }

  private String changed(String call, boolean growing) {
    Matcher literals = LITERAL.matcher(call);
    StringBuilder text = new StringBuilder();
    while (literals.find()) {
      String other = random.nextInt(5) < 2 ? literals.group() : other(literals.group(), growing);
      literals.appendReplacement(text, Matcher.quoteReplacement(other));
    }
    return literals.appendTail(text).toString();
  }

  private String other(String literal, boolean growing) {
    if (random.nextInt(25) == 0) {
      return "null";
    }
    String lower = literal.toLowerCase(java.util.Locale.ROOT);
    if (lower.startsWith("interval")) {
      return any(SPANS);
    }
    if (lower.startsWith("date")) {
      return random.nextInt(4) == 0 ? any(TIMES) : any(DATES);
    }
    if (lower.startsWith("timestamp")) {
      return random.nextInt(4) == 0 ? any(DATES) : any(TIMES);
    }
    if (lower.startsWith("x'")) {
      return any(BINARIES);
    }
    if (lower.equals("true") || lower.equals("false")) {
      return any(TRUTHS);
    }
    if (literal.startsWith("'")) {
      List<String> words = WORDS.get(lower.substring(1, lower.length() - 1));
      return random.nextInt(12) == 0 ? any(BINARIES) : any(words == null ? TEXTS : words);
    }
    return random.nextInt(15) == 0 ? any(TEXTS) : any(growing ? SMALL : NUMBERS);
  }

  private String any(List<String> pool) {
    return pool.get(random.nextInt(pool.size()));
  }
}
