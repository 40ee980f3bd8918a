package tidemark.connectors.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.PointLookup;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.Schema;

/** A table or query that is asked for the rows of keys. */
final class JdbcLookup implements PointLookup {
  /** More than there are connections that may have gone stale together. */
  private static final int TRIES = 5;

  private static final long PAUSE_MILLIS = 50;

  private final SourceSettings settings;
  private final Database database;
  private final KeyQuestion question;

  private JdbcLookup(SourceSettings settings, Database database, KeyQuestion question) {
    this.settings = settings;
    this.database = database;
    this.question = question;
  }

  /**
   * Connects.
   *
   * @throws Failure TM615 if nobody answers, TM604 if there is no such table or column
   */
  static JdbcLookup open(SourceSettings settings, Schema keys) {
    Database database = Database.openForWorkers(settings.database());
    try {
      return new JdbcLookup(settings, database, question(settings, keys, database));
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private static KeyQuestion question(SourceSettings settings, Schema keys, Database database) {
    Dialect dialect = database.dialect();
    if (dialect == Dialect.POSTGRESQL) {
      return database.inTransaction(
          Code.TM604, connection -> ArrayQuestion.of(settings, keys, connection));
    }
    return new ListQuestion(
        keys, dialect, new StatementValues(dialect, settings.database().zone()));
  }

  @Override
  public void find(Batch keys, ReadRequest request, Answer answer) {
    String select = settings.select(request.needed());
    for (int next = 0; next < keys.count(); next += question.mostKeys()) {
      int from = next;
      int to = Math.min(keys.count(), from + question.mostKeys());
      answer.begin();
      find(connection -> question.prepare(connection, select, keys, from, to), request, answer);
    }
  }

  /** A question to a connection. */
  private interface Statement {
    PreparedStatement on(Connection connection) throws SQLException;
  }

  private void find(Statement statement, ReadRequest request, Answer answer) {
    for (int tried = 1; ; tried++) {
      HeldBadRecords bad = new HeldBadRecords();
      try {
        ask(statement, new ReadRequest(request.needed(), bad, request.conditions()), answer);
        bad.report(request.badRecords());
        return;
      } catch (SQLException e) {
        if (tried >= TRIES || !database.dialect().isWorthAnotherTry(e)) {
          throw settings
              .database()
              .failure(Dialect.isLost(e) ? Code.TM615 : Code.TM604, "does not answer", e);
        }
        answer.forget();
        Database.pause(PAUSE_MILLIS, tried);
      }
    }
  }

  private void ask(Statement statement, ReadRequest request, Answer answer) throws SQLException {
    Connection connection = connect();
    try (RowsReader reader =
        new RowsReader(settings, request, connection, statement.on(connection))) {
      for (@Nullable Batch batch = reader.read(); batch != null; batch = reader.read()) {
        answer.add(batch);
      }
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /** A connection, for which is waited as long as the settings say, and no longer. */
  private Connection connect() {
    try {
      return database.connect();
    } catch (SQLException e) {
      throw settings.database().failure(Code.TM615, "cannot be connected to", e);
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
