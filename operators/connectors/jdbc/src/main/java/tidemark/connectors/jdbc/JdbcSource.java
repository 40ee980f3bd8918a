package tidemark.connectors.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.Backlog;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Notice;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceState;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.diagnostics.Code;

/**
 * Rows of a table or query: all of them once, or with a column that increases those beyond what was
 * read. A range of such a column is half open below: {@code (after, upTo]}.
 */
final class JdbcSource implements Source {
  private static final byte[] POSITION = {'p'};
  private static final String WHOLE = "whole";

  private final SourceSettings settings;
  private final Database database;
  private final Clock clock;
  private final Optional<IncreasingColumn> increasing;
  private final Optional<Overlap> overlap;
  private OptionalLong frozen = OptionalLong.empty();
  private boolean isFrozen;

  JdbcSource(SourceSettings settings, Clock clock) {
    this.settings = settings;
    this.database = Database.open(settings.database());
    this.clock = clock;
    this.increasing = settings.increasing().map(c -> new IncreasingColumn(settings, database));
    this.overlap =
        settings
            .overlap()
            .map(width -> new Overlap(settings, database, increasing.orElseThrow(), width));
  }

  /** The rows of a range, or of the whole table, read by one thread. */
  private record Rows(String location, Optional<IncreasingRange> range) implements Split {
    @Override
    public long bytes() {
      return 0;
    }
  }

  @Override
  public void freeze() {
    isFrozen = true;
    frozen = increasing.map(IncreasingColumn::newest).orElse(OptionalLong.empty());
  }

  @Override
  public Optional<Range> plan(SourceState state, BatchLimits limits) {
    if (increasing.isEmpty()) {
      return state.get(POSITION) == null
          ? Optional.of(new Range("{\"read\":" + clock.millis() + "}", 0))
          : Optional.empty();
    }
    return plan(increasing.get(), state, limits).map(range -> new Range(range.json(), 0));
  }

  private Optional<IncreasingRange> plan(
      IncreasingColumn column, SourceState state, BatchLimits limits) {
    OptionalLong end = isFrozen ? frozen : column.newest();
    Optional<Long> after = position(state);
    if (end.isEmpty()) {
      return Optional.empty();
    }
    boolean isBehind = after.isEmpty() || after.get() < end.getAsLong();
    long upTo = isBehind ? column.limited(after, end.getAsLong(), limits.maxRows()) : after.get();
    if (overlap.isPresent()) {
      return overlap.get().plan(state, after, upTo);
    }
    return isBehind ? Optional.of(IncreasingRange.of(after, upTo)) : Optional.empty();
  }

  private static Optional<Long> position(SourceState state) {
    byte @Nullable [] stored = state.get(POSITION);
    String text = stored == null ? WHOLE : new String(stored, StandardCharsets.UTF_8);
    return text.equals(WHOLE) ? Optional.empty() : Optional.of(Long.parseLong(text));
  }

  @Override
  public List<Notice> notices() {
    long late = overlap.map(Overlap::takeLate).orElse(0L);
    return late == 0
        ? List.of()
        : List.of(
            new Notice(
                Code.TM633,
                "%d rows of `%s` came late and are read now".formatted(late, settings.name()),
                late));
  }

  @Override
  public Backlog backlog() {
    return Backlog.NONE;
  }

  @Override
  public List<Split> split(Range range, int parallelism) {
    return List.of(new Rows(settings.name(), IncreasingRange.parse(range.json())));
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
      if (rows.range().isEmpty()) {
        return new RowsReader(
            settings, request, connection, connection.prepareStatement(select.toString()));
      }
      return open(rows.range().get(), request, connection, select);
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private SplitReader open(
      IncreasingRange range, ReadRequest request, Connection connection, StringBuilder select)
      throws SQLException {
    IncreasingColumn column = increasing.orElseThrow();
    Optional<Long> lowest = range.lowest();
    select.append(" WHERE ").append(column.compared()).append(" <= ?");
    lowest.ifPresent(a -> select.append(" AND ").append(column.compared()).append(" > ?"));
    select.append(" ORDER BY ").append(column.compared());
    PreparedStatement statement = connection.prepareStatement(select.toString());
    column.bind(statement, 1, range.upTo());
    if (lowest.isPresent()) {
      column.bind(statement, 2, lowest.get());
    }
    if (overlap.isEmpty()) {
      return new RowsReader(settings, request, connection, statement);
    }
    RowIdentity identity = overlap.get().identity();
    return new RowsReader(
        settings,
        request,
        connection,
        statement,
        (row, values) -> range.takes(column.value(row, values), identity.of(row, values)));
  }

  @Override
  public void advance(Range range, SourceState state) {
    Optional<IncreasingRange> read = IncreasingRange.parse(range.json());
    String position = read.map(r -> Long.toString(r.upTo())).orElse(WHOLE);
    state.put(POSITION, position.getBytes(StandardCharsets.UTF_8));
    if (overlap.isPresent() && read.isPresent()) {
      overlap.get().advance(read.get(), state);
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
