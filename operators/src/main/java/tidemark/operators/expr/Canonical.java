package tidemark.operators.expr;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import tidemark.operators.types.SimpleType;

/** Writes trees as Spark SQL text with every operation in parentheses. */
final class Canonical {
  private static final Set<String> INFIX =
      Set.of(
          "+", "-", "*", "/", "%", "div", "=", "<>", "<", "<=", ">", ">=", "<=>", "and", "or", "&",
          "|", "^", "<<", ">>", ">>>", "rlike");
  private static final Set<String> RESERVED =
      Set.of(
          "and",
          "or",
          "not",
          "case",
          "when",
          "then",
          "else",
          "end",
          "in",
          "is",
          "null",
          "true",
          "false",
          "between",
          "like",
          "ilike",
          "rlike",
          "distinct",
          "interval",
          "div",
          "regexp",
          "from",
          "as");
  private static final long MICROS_A_SECOND = 1_000_000L;
  private static final int MONTHS_A_YEAR = 12;

  private Canonical() {}

  static String call(Call call) {
    List<String> a = call.arguments().stream().map(Expression::canonical).toList();
    String f = call.function();
    if (INFIX.contains(f) && a.size() == 2) {
      return "(" + a.get(0) + " " + f.toUpperCase(Locale.ROOT) + " " + a.get(1) + ")";
    }
    return switch (f) {
      case "negative" ->
          call.arguments().get(0) instanceof Literal
              ? "(-(" + a.get(0) + "))"
              : "(- " + a.get(0) + ")";
      case "get_field" ->
          a.get(0) + "." + name((String) ((Literal) call.arguments().get(1)).value());
      case "~" -> "(~ " + a.get(0) + ")";
      case "not" -> "(NOT " + a.get(0) + ")";
      case "isnull" -> "(" + a.get(0) + " IS NULL)";
      case "isnotnull" -> "(" + a.get(0) + " IS NOT NULL)";
      case "in" -> "(" + a.get(0) + " IN (" + String.join(", ", a.subList(1, a.size())) + "))";
      case "like", "ilike" ->
          "("
              + a.get(0)
              + " "
              + f.toUpperCase(Locale.ROOT)
              + " "
              + a.get(1)
              + (a.size() > 2 ? " ESCAPE " + a.get(2) : "")
              + ")";
      case "whole_days" -> days((Literal) call.arguments().get(0));
      case "[]" -> a.get(0) + "[" + a.get(1) + "]";
      default -> f + "(" + String.join(", ", a) + ")";
    };
  }

  private static String days(Literal interval) {
    return "INTERVAL '" + (Long) interval.value() / (86_400 * MICROS_A_SECOND) + "' DAY";
  }

  static String path(String reference) {
    int dot = reference.indexOf('.');
    return dot > 0 && dot < reference.length() - 1
        ? name(reference.substring(0, dot)) + "." + name(reference.substring(dot + 1))
        : name(reference);
  }

  static String name(String name) {
    boolean plain =
        !name.isEmpty()
            && name.chars().allMatch(Canonical::isPlain)
            && !Character.isDigit(name.charAt(0))
            && !RESERVED.contains(name.toLowerCase(Locale.ROOT));
    return plain ? name : "`" + name.replace("`", "``") + "`";
  }

  private static boolean isPlain(int c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  static String literal(Literal literal) {
    Object value = literal.value();
    if (value == null) {
      return literal.type() == SimpleType.VOID ? "NULL" : "CAST(NULL AS " + literal.type() + ")";
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString() + "BD";
    }
    if (!(literal.type() instanceof SimpleType simple)) {
      return value.toString();
    }
    return switch (simple) {
      case BOOLEAN -> value.toString().toUpperCase(Locale.ROOT);
      case TINYINT -> value + "Y";
      case SMALLINT -> value + "S";
      case INT, VOID -> value.toString();
      case BIGINT -> value + "L";
      case FLOAT -> floating(((Double) value).floatValue(), "FLOAT", "F");
      case DOUBLE -> floating((Double) value, "DOUBLE", "D");
      case STRING -> quoted((String) value);
      case BINARY -> "X'" + value + "'";
      case DATE -> "DATE '" + LocalDate.ofEpochDay((Long) value) + "'";
      case TIMESTAMP -> "TIMESTAMP '" + instant((Long) value) + "'";
      case TIMESTAMP_NTZ ->
          "TIMESTAMP_NTZ '" + LocalDateTime.ofInstant(instant((Long) value), ZoneOffset.UTC) + "'";
      case DAY_TIME_INTERVAL -> dayTime((Long) value);
      case YEAR_MONTH_INTERVAL -> yearMonth((Long) value);
    };
  }

  private static String floating(Number value, String type, String suffix) {
    return Double.isFinite(value.doubleValue())
        ? value + suffix
        : "CAST('" + value + "' AS " + type + ")";
  }

  private static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, MICROS_A_SECOND), Math.floorMod(micros, MICROS_A_SECOND) * 1000);
  }

  private static String yearMonth(long months) {
    long size = Math.abs(months);
    return "INTERVAL '"
        + (months < 0 ? "-" : "")
        + size / MONTHS_A_YEAR
        + "-"
        + size % MONTHS_A_YEAR
        + "' YEAR TO MONTH";
  }

  private static String dayTime(long micros) {
    java.math.BigInteger[] rest =
        java.math.BigInteger.valueOf(micros)
            .abs()
            .divideAndRemainder(java.math.BigInteger.valueOf(MICROS_A_SECOND));
    long seconds = rest[0].longValueExact();
    String text =
        String.format(
            Locale.ROOT,
            "%d %02d:%02d:%02d",
            seconds / 86_400,
            seconds / 3_600 % 24,
            seconds / 60 % 60,
            seconds % 60);
    String fraction =
        rest[1].signum() == 0 ? "" : String.format(Locale.ROOT, ".%06d", rest[1].longValue());
    return "INTERVAL '" + (micros < 0 ? "-" : "") + text + fraction + "' DAY TO SECOND";
  }

  static String quoted(String text) {
    return text.codePoints()
        .mapToObj(
            c ->
                switch (c) {
                  case '\'' -> "\\'";
                  case '\\' -> "\\\\";
                  case '\n' -> "\\n";
                  case '\r' -> "\\r";
                  case '\t' -> "\\t";
                  default -> Character.toString(c);
                })
        .collect(Collectors.joining("", "'", "'"));
  }
}
