package tidemark.connectors.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/**
 * The column by which new rows of a table are found. Its values are whole numbers, or times as
 * microseconds since 1970.
 */
final class IncreasingColumn {
  private final SourceSettings settings;
  private final Database database;
  private @Nullable Boolean zoned;

  IncreasingColumn(SourceSettings settings, Database database) {
    this.settings = settings;
    this.database = database;
  }

  /** What SQL compares and orders by. */
  String compared() {
    return database.dialect() == Dialect.SQLITE && SourceSettings.isTime(type())
        ? SqliteTimes.form(quoted())
        : quoted();
  }

  private String quoted() {
    return database.dialect().quoted(settings.increasing().orElseThrow());
  }

  private DataType type() {
    return settings.columns().field(position()).type();
  }

  /** Its position among the source's columns. */
  int position() {
    return settings.columns().find(settings.increasing().orElseThrow()).orElseThrow();
  }

  /** The value of a row with the columns of the source in their places. */
  long value(ResultSet row, ResultValues values) throws SQLException {
    return value(row, values, position() + 1);
  }

  private long value(ResultSet row, ResultValues values, int column) throws SQLException {
    if (!SourceSettings.isTime(type())) {
      return row.getLong(column);
    }
    try {
      return values.micros(column, type());
    } catch (DateTimeException e) {
      throw new Failure(
          Code.TM604,
          "a value of `%s` in `%s` is no time, so what is newer is not known"
              .formatted(settings.increasing().orElseThrow(), settings.name()),
          "correct it: times are texts such as `2026-01-31 12:00:00`");
    }
  }

  /** The greatest value that may be read by now; empty if there are no rows. */
  OptionalLong newest() {
    OptionalLong greatest =
        value("SELECT MAX(" + compared() + ") FROM " + settings.from(), statement -> {});
    if (greatest.isEmpty() || settings.lagMicros().isEmpty()) {
      return greatest;
    }
    return OptionalLong.of(Math.min(greatest.getAsLong(), now() - settings.lagMicros().get()));
  }

  /** What the database's clock shows, as a value of the column. */
  private long now() {
    String clock = database.dialect().isMySql() ? "UTC_TIMESTAMP(6)" : "CURRENT_TIMESTAMP";
    long instant =
        database.inTransaction(
            Code.TM604,
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement("SELECT " + clock);
                  ResultSet result = statement.executeQuery()) {
                boolean unused = result.next();
                return new ResultValues(result, database.dialect(), ZoneOffset.UTC)
                    .micros(1, SimpleType.TIMESTAMP);
              }
            });
    if (type() == SimpleType.TIMESTAMP) {
      return instant;
    }
    int offset =
        settings
            .database()
            .zone()
            .getRules()
            .getOffset(StatementValues.instant(instant))
            .getTotalSeconds();
    return instant + offset * 1_000_000L;
  }

  /** Where the limit of rows lies; rows of one value stay together. */
  long limited(Optional<Long> after, long end, long maxRows) {
    if (maxRows == Long.MAX_VALUE) {
      return end;
    }
    String select =
        "SELECT %s FROM %s%s ORDER BY %s LIMIT 1 OFFSET %d"
            .formatted(
                compared(),
                settings.from(),
                after.isPresent() ? " WHERE " + compared() + " > ?" : "",
                compared(),
                maxRows - 1);
    OptionalLong last =
        value(
            select,
            statement -> {
              if (after.isPresent()) {
                bind(statement, 1, after.get());
              }
            });
    return last.isEmpty() ? end : Math.min(end, last.getAsLong());
  }

  private interface Binding {
    void to(PreparedStatement statement) throws SQLException;
  }

  private OptionalLong value(String select, Binding binding) {
    return database.inTransaction(
        Code.TM604,
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(select)) {
            binding.to(statement);
            try (ResultSet result = statement.executeQuery()) {
              if (!result.next() || result.getObject(1) == null) {
                return OptionalLong.empty();
              }
              ResultValues values =
                  new ResultValues(result, database.dialect(), settings.database().zone());
              return OptionalLong.of(value(result, values, 1));
            }
          }
        });
  }

  /** Sets a parameter that is compared with the column. */
  void bind(PreparedStatement statement, int parameter, long value) throws SQLException {
    DataType type = type();
    if (!SourceSettings.isTime(type)) {
      statement.setLong(parameter, value);
      return;
    }
    Instant instant = StatementValues.instant(value);
    LocalDateTime clockTime =
        LocalDateTime.ofInstant(
            instant, type == SimpleType.TIMESTAMP ? settings.database().zone() : ZoneOffset.UTC);
    if (database.dialect() == Dialect.SQLITE) {
      statement.setString(parameter, SqliteTimes.form(clockTime));
    } else if (database.dialect() == Dialect.POSTGRESQL && isZoned()) {
      statement.setObject(parameter, OffsetDateTime.ofInstant(instant, ZoneOffset.UTC));
    } else {
      statement.setObject(parameter, clockTime);
    }
  }

  /** Whether the database's column holds instants; asked once. */
  private boolean isZoned() {
    if (zoned == null) {
      zoned =
          database.inTransaction(
              Code.TM604,
              connection -> {
                try (PreparedStatement statement =
                        connection.prepareStatement(
                            "SELECT " + quoted() + " FROM " + settings.from() + " WHERE 1 = 0");
                    ResultSet result = statement.executeQuery()) {
                  return result.getMetaData().getColumnTypeName(1).equalsIgnoreCase("timestamptz");
                }
              });
    }
    return zoned;
  }
}
