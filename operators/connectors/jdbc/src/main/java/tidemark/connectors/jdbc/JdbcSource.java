package tidemark.connectors.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.Backlog;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceState;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/**
 * Rows of a table or query: all of them once, or with a column that increases those beyond what was
 * read. A range of such a column is half open below: {@code (after, upTo]}.
 */
final class JdbcSource implements Source {
  private static final byte[] POSITION = {'p'};
  private static final String WHOLE = "whole";
  private static final Pattern RANGE =
      Pattern.compile("\\{\"after\":(null|-?\\d+),\"upTo\":(-?\\d+)}");

  private final SourceSettings settings;
  private final Database database;
  private final Clock clock;
  private OptionalLong frozen = OptionalLong.empty();
  private boolean isFrozen;
  private @Nullable Boolean zoned;

  JdbcSource(SourceSettings settings, Clock clock) {
    this.settings = settings;
    this.database = Database.open(settings.database());
    this.clock = clock;
  }

  /** The rows of a range, read by one thread. */
  private record Rows(String location, Optional<Long> after, Optional<Long> upTo) implements Split {
    @Override
    public long bytes() {
      return 0;
    }
  }

  @Override
  public void freeze() {
    isFrozen = true;
    if (settings.increasing().isPresent()) {
      frozen = newest();
    }
  }

  @Override
  public Optional<Range> plan(SourceState state, BatchLimits limits) {
    if (settings.increasing().isEmpty()) {
      return state.get(POSITION) == null
          ? Optional.of(new Range("{\"read\":" + clock.millis() + "}", 0))
          : Optional.empty();
    }
    OptionalLong end = isFrozen ? frozen : newest();
    Optional<Long> after = position(state);
    if (end.isEmpty() || after.isPresent() && after.get() >= end.getAsLong()) {
      return Optional.empty();
    }
    long upTo = limited(after, end.getAsLong(), limits.maxRows());
    return Optional.of(
        new Range("{\"after\":%s,\"upTo\":%d}".formatted(after.orElse(null), upTo), 0));
  }

  private static Optional<Long> position(SourceState state) {
    byte @Nullable [] stored = state.get(POSITION);
    String text = stored == null ? WHOLE : new String(stored, StandardCharsets.UTF_8);
    return text.equals(WHOLE) ? Optional.empty() : Optional.of(Long.parseLong(text));
  }

  private String column() {
    return database.dialect().quoted(settings.increasing().orElseThrow());
  }

  private DataType columnType() {
    String name = settings.increasing().orElseThrow();
    return settings.columns().field(settings.columns().find(name).orElseThrow()).type();
  }

  /** The greatest value that may be read by now; empty if there are no rows. */
  private OptionalLong newest() {
    OptionalLong greatest =
        value("SELECT MAX(" + column() + ") FROM " + settings.from(), statement -> {});
    if (greatest.isEmpty() || settings.lagMicros().isEmpty()) {
      return greatest;
    }
    OptionalLong now = value("SELECT CURRENT_TIMESTAMP", statement -> {});
    long settled = now.orElse(Long.MAX_VALUE) - settings.lagMicros().get();
    return OptionalLong.of(Math.min(greatest.getAsLong(), settled));
  }

  /** Where the limit of rows lies; rows of one value stay together. */
  private long limited(Optional<Long> after, long end, long maxRows) {
    if (maxRows == Long.MAX_VALUE) {
      return end;
    }
    String select =
        "SELECT %s FROM %s%s ORDER BY %s LIMIT 1 OFFSET %d"
            .formatted(
                column(),
                settings.from(),
                after.isPresent() ? " WHERE " + column() + " > ?" : "",
                column(),
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
              boolean isTime =
                  columnType() == SimpleType.TIMESTAMP || columnType() == SimpleType.TIMESTAMP_NTZ;
              return OptionalLong.of(
                  isTime
                      ? new ResultValues(result, database.dialect(), settings.database().zone())
                          .micros(1, columnType())
                      : result.getLong(1));
            }
          }
        });
  }

  private void bind(PreparedStatement statement, int parameter, long value) throws SQLException {
    DataType type = columnType();
    if (type != SimpleType.TIMESTAMP && type != SimpleType.TIMESTAMP_NTZ) {
      statement.setLong(parameter, value);
      return;
    }
    Instant instant = Instant.EPOCH.plus(value, ChronoUnit.MICROS);
    LocalDateTime clockTime =
        LocalDateTime.ofInstant(
            instant, type == SimpleType.TIMESTAMP ? settings.database().zone() : ZoneOffset.UTC);
    if (database.dialect() == Dialect.SQLITE) {
      statement.setString(parameter, clockTime.toString().replace('T', ' '));
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
                            "SELECT " + column() + " FROM " + settings.from() + " WHERE 1 = 0");
                    ResultSet result = statement.executeQuery()) {
                  return result.getMetaData().getColumnTypeName(1).equalsIgnoreCase("timestamptz");
                }
              });
    }
    return zoned;
  }

  @Override
  public Backlog backlog() {
    return Backlog.NONE;
  }

  @Override
  public List<Split> split(Range range, int parallelism) {
    Matcher form = RANGE.matcher(range.json());
    if (!form.matches()) {
      return List.of(new Rows(settings.name(), Optional.empty(), Optional.empty()));
    }
    return List.of(new Rows(settings.name(), after(form), Optional.of(upTo(form))));
  }

  private static Optional<Long> after(Matcher form) {
    return form.group(1).equals("null")
        ? Optional.empty()
        : Optional.of(Long.parseLong(form.group(1)));
  }

  private static long upTo(Matcher form) {
    return Long.parseLong(form.group(2));
  }

  @Override
  public SplitReader open(Split split, ReadRequest request) {
    Rows rows = (Rows) split;
    try {
      return open(rows, request, database.connect());
    } catch (SQLException e) {
      throw settings
          .database()
          .failure(Dialect.isLost(e) ? Code.TM615 : Code.TM604, "refused to be read", e);
    }
  }

  private SplitReader open(Rows rows, ReadRequest request, Connection connection)
      throws SQLException {
    try {
      StringBuilder select =
          new StringBuilder("SELECT ")
              .append(database.dialect().quoted(SinkSettings.names(settings.columns())))
              .append(" FROM ")
              .append(settings.from());
      if (rows.upTo().isPresent()) {
        select.append(" WHERE ").append(column()).append(" <= ?");
        rows.after().ifPresent(a -> select.append(" AND ").append(column()).append(" > ?"));
        select.append(" ORDER BY ").append(column());
      }
      PreparedStatement statement = connection.prepareStatement(select.toString());
      if (rows.upTo().isPresent()) {
        bind(statement, 1, rows.upTo().get());
        if (rows.after().isPresent()) {
          bind(statement, 2, rows.after().get());
        }
      }
      return new RowsReader(settings, request, connection, statement);
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public void advance(Range range, SourceState state) {
    Matcher form = RANGE.matcher(range.json());
    String position = form.matches() ? Long.toString(upTo(form)) : WHOLE;
    state.put(POSITION, position.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    database.close();
  }
}
