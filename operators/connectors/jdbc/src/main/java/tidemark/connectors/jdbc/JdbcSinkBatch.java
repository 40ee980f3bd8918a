package tidemark.connectors.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.Schema;

/**
 * One micro-batch's transaction. Rows are kept beside it until it is through, so that a deadlock or
 * a lost connection costs another try and not the run; between two tries the marker tells whether
 * the first was heard.
 */
final class JdbcSinkBatch implements SinkBatch {
  private static final int TRIES = 5;
  private static final long PAUSE_MILLIS = 200;

  private final Database database;
  private final Markers markers;
  private final Loading loading;
  private final Schema rows;
  private final long batch;
  private final Map<Integer, RowSpool> spools = new TreeMap<>();
  private Optional<String> input = Optional.empty();
  private @Nullable Connection open;
  private boolean isThere;

  JdbcSinkBatch(Database database, Markers markers, Loading loading, Schema rows, long batch) {
    this.database = database;
    this.markers = markers;
    this.loading = loading;
    this.rows = rows;
    this.batch = batch;
  }

  @Override
  public synchronized SinkWriter writer(int partition) {
    return spools.computeIfAbsent(partition, p -> new RowSpool(rows));
  }

  @Override
  public void covers(String covered) {
    input = Optional.of(covered);
  }

  @Override
  public void prepare() {
    spools.values().forEach(RowSpool::finish);
    load(1);
  }

  /** Leaves a transaction open that has everything in it, or notes that the batch is there. */
  private void load(int firstTry) {
    for (int tried = firstTry; ; tried++) {
      try {
        tryLoad();
        return;
      } catch (SQLException e) {
        drop(e);
        if (tried >= TRIES || !database.dialect().isWorthAnotherTry(e)) {
          throw database
              .settings()
              .failure(Dialect.isLost(e) ? Code.TM615 : Code.TM605, "refused batch " + batch, e);
        }
        Database.pause(PAUSE_MILLIS, tried);
      }
    }
  }

  private void tryLoad() throws SQLException {
    Connection connection = database.connect();
    open = connection;
    try {
      isThere = !markers.advance(connection, batch, input);
      if (isThere) {
        connection.rollback();
      } else {
        loading.load(connection, List.copyOf(spools.values()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void commit() {
    if (isThere) {
      return;
    }
    for (int tried = 1; ; tried++) {
      try {
        Objects.requireNonNull(open, "not prepared").commit();
        isThere = true;
        return;
      } catch (SQLException e) {
        drop(e);
        if (isInTable(e)) {
          isThere = true;
          return;
        }
        if (tried >= TRIES || !database.dialect().isWorthAnotherTry(e)) {
          throw database.settings().failure(Code.TM605, "refused batch " + batch, e);
        }
        Database.pause(PAUSE_MILLIS, tried);
        load(tried + 1);
        if (isThere) {
          return;
        }
      }
    }
  }

  /** Asks whether a commit took effect whose answer was lost. */
  private boolean isInTable(SQLException cause) {
    SQLException last = cause;
    for (int tried = 1; tried <= TRIES; tried++) {
      try (Connection connection = database.connect()) {
        Optional<Long> newest = markers.newest(connection);
        connection.rollback();
        return newest.isPresent() && newest.get() >= batch;
      } catch (SQLException e) {
        last = e;
        Database.pause(PAUSE_MILLIS, tried);
      }
    }
    throw new Failure(
        Code.TM615,
        "the connection to %s broke while batch %d was committed, and nobody answers since"
            .formatted(database.settings().place(), batch),
        "run again once the database answers: its table `"
            + Markers.TABLE
            + "` tells whether the batch is there",
        last);
  }

  private void drop(SQLException cause) {
    Connection connection = open;
    open = null;
    if (connection != null) {
      Database.rollback(connection, cause);
      try {
        connection.close();
      } catch (SQLException e) {
        cause.addSuppressed(e);
      }
    }
  }

  @Override
  public void close() {
    if (open != null) {
      try (Connection connection = open) {
        connection.rollback();
      } catch (SQLException e) {
        // what is not committed is dropped by the database as well
      } finally {
        open = null;
      }
    }
    spools.values().forEach(RowSpool::close);
  }
}
