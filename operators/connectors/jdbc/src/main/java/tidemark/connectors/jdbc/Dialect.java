package tidemark.connectors.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** What differs between databases, told by the URL. */
enum Dialect {
  POSTGRESQL("jdbc:postgresql:", "\"", "NUMERIC(%d, %d)"),
  MYSQL("jdbc:mysql:", "`", "DECIMAL(%d, %d)"),
  MARIADB("jdbc:mariadb:", "`", "DECIMAL(%d, %d)"),
  SQLITE("jdbc:sqlite:", "\"", "NUMERIC(%d, %d)");

  /** Deadlocks, serialization failures and lost connections by SQLSTATE. */
  private static final Set<String> AGAIN = Set.of("40001", "40P01", "57P01", "57P02", "57P03");

  private static final int SQLITE_BUSY = 5;

  private final String prefix;
  private final String quote;
  private final String decimal;

  Dialect(String prefix, String quote, String decimal) {
    this.prefix = prefix;
    this.quote = quote;
    this.decimal = decimal;
  }

  static Optional<Dialect> of(String url) {
    for (Dialect dialect : values()) {
      if (url.startsWith(dialect.prefix)) {
        return Optional.of(dialect);
      }
    }
    return Optional.empty();
  }

  /** How its URLs begin. */
  String prefix() {
    return prefix;
  }

  /** The beginnings of the URLs that are known. */
  static String prefixes() {
    return List.of(values()).stream()
        .map(d -> "`" + d.prefix + "…`")
        .collect(Collectors.joining(", "));
  }

  boolean isMySql() {
    return this == MYSQL || this == MARIADB;
  }

  /** An identifier that means itself, whatever stands in it. */
  String quoted(String name) {
    return quote + name.replace(quote, quote + quote) + quote;
  }

  String quoted(List<String> names) {
    return names.stream().map(this::quoted).collect(Collectors.joining(", "));
  }

  /**
   * Whether the database finds at least the rows whose value of the type equals ours. Not so for
   * floating-point numbers, which it may hold with fewer digits, and for what SQLite holds as texts
   * of several forms.
   */
  boolean compares(DataType type) {
    if (type instanceof DecimalType) {
      return this != SQLITE;
    }
    return type instanceof SimpleType simple
        && switch (simple) {
          case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, STRING, DATE -> true;
          case TIMESTAMP, TIMESTAMP_NTZ -> this != SQLITE;
          case FLOAT, DOUBLE, BINARY, DAY_TIME_INTERVAL, YEAR_MONTH_INTERVAL, VOID -> false;
        };
  }

  /** The type of a column that is made for values of a type; empty if there is none. */
  Optional<String> columnType(DataType type, boolean inKey) {
    if (type instanceof DecimalType digits) {
      return Optional.of(decimal.formatted(digits.precision(), digits.scale()));
    }
    if (!(type instanceof SimpleType simple)) {
      return Optional.empty();
    }
    return switch (simple) {
      case BOOLEAN -> Optional.of("BOOLEAN");
      case TINYINT, SMALLINT -> Optional.of("SMALLINT");
      case INT -> Optional.of("INTEGER");
      case BIGINT -> Optional.of("BIGINT");
      case FLOAT -> Optional.of(this == POSTGRESQL ? "REAL" : "FLOAT");
      case DOUBLE -> Optional.of("DOUBLE PRECISION");
      case STRING -> Optional.of(isMySql() ? mySqlText(inKey) : "TEXT");
      case BINARY -> Optional.of(this == POSTGRESQL ? "BYTEA" : isMySql() ? "LONGBLOB" : "BLOB");
      case DATE -> Optional.of("DATE");
      case TIMESTAMP ->
          Optional.of(isMySql() ? "DATETIME(6)" : "TIMESTAMP" + (this == POSTGRESQL ? "TZ" : ""));
      case TIMESTAMP_NTZ -> Optional.of(isMySql() ? "DATETIME(6)" : "TIMESTAMP");
      default -> Optional.empty();
    };
  }

  /** All of Unicode, of any length, and `a` is not `A`: neither is so without being asked for. */
  private static String mySqlText(boolean inKey) {
    return (inKey ? "VARCHAR(255)" : "LONGTEXT") + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
  }

  /** The end of an insert that lets a row take the place of the one with the same key. */
  String onConflict(List<String> key, List<String> others) {
    if (isMySql()) {
      List<String> set = others.isEmpty() ? List.of(key.get(0)) : others;
      return " ON DUPLICATE KEY UPDATE "
          + set.stream()
              .map(c -> quoted(c) + " = VALUES(" + quoted(c) + ")")
              .collect(Collectors.joining(", "));
    }
    String action =
        others.isEmpty()
            ? "NOTHING"
            : "UPDATE SET "
                + others.stream()
                    .map(c -> quoted(c) + " = EXCLUDED." + quoted(c))
                    .collect(Collectors.joining(", "));
    return " ON CONFLICT (" + quoted(key) + ") DO " + action;
  }

  /** Whether the transaction failed through no fault of its own and may be tried again. */
  boolean isWorthAnotherTry(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return AGAIN.contains(state)
        || isLost(e)
        || this == SQLITE && (e.getErrorCode() & 0xff) == SQLITE_BUSY;
  }

  /** Whether the connection is gone, so that nobody heard the answer. */
  static boolean isLost(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return state.startsWith("08");
  }
}
