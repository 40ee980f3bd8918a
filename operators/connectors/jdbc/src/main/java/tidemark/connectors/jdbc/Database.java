package tidemark.connectors.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.Logger;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** A database that is connected to, with a few connections that stay open. Used by many threads. */
final class Database implements AutoCloseable {
  private static final int CONNECTIONS = 4;

  /** Enough for the workers of a large machine; made only as they are needed. */
  private static final int CONNECTIONS_OF_WORKERS = 32;

  /** Kept, as the JDK forgets the level of a logger that nobody holds. */
  private static final Logger DRIVER = Logger.getLogger("org.postgresql");

  static {
    // What the driver has to say, it throws as well; its own lines would stand between ours.
    DRIVER.setLevel(Level.OFF);
  }

  private final JdbcSettings settings;
  private final HikariDataSource pool;

  private Database(JdbcSettings settings, HikariDataSource pool) {
    this.settings = settings;
    this.pool = pool;
  }

  /**
   * Connects.
   *
   * @throws Failure TM615 if nobody answers, or the driver is missing
   */
  static Database open(JdbcSettings settings) {
    return open(settings, CONNECTIONS);
  }

  /** The same for questions that every worker asks at the same time. */
  static Database openForWorkers(JdbcSettings settings) {
    return open(settings, CONNECTIONS_OF_WORKERS);
  }

  private static Database open(JdbcSettings settings, int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(settings.url());
    settings.user().ifPresent(config::setUsername);
    settings.password().ifPresent(config::setPassword);
    config.setAutoCommit(false);
    config.setMaximumPoolSize(settings.dialect() == Dialect.SQLITE ? 1 : connections);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(settings.connectMillis());
    config.setInitializationFailTimeout(settings.connectMillis());
    config.setPoolName("tidemark-jdbc");
    try {
      return new Database(settings, new HikariDataSource(config));
    } catch (RuntimeException e) {
      throw settings.failure(Code.TM615, "cannot be connected to", e);
    }
  }

  Dialect dialect() {
    return settings.dialect();
  }

  JdbcSettings settings() {
    return settings;
  }

  Connection connect() throws SQLException {
    return pool.getConnection();
  }

  /** Work on a connection that is given back afterwards. */
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /**
   * Does the work in a transaction of its own.
   *
   * @param code what a refusal of the database is reported as
   */
  <T> T inTransaction(Code code, Work<T> work) {
    try (Connection connection = connect()) {
      try {
        T result = work.on(connection);
        connection.commit();
        return result;
      } catch (SQLException e) {
        rollback(connection, e);
        throw e;
      }
    } catch (SQLException e) {
      throw settings.failure(Dialect.isLost(e) ? Code.TM615 : code, "refused", e);
    }
  }

  /** Takes back what is open; what stopped the work is what the user must see. */
  static void rollback(Connection connection, SQLException cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    pool.close();
  }

  /**
   * Waits before another try.
   *
   * @param tried how often it was tried; each wait is twice as long as the one before
   */
  static void pause(long firstMillis, int tried) {
    try {
      Thread.sleep(firstMillis << (tried - 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
