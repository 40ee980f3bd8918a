package tidemark.connectors.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.types.Schema;

/** The rows of a query, as they stream from the database. */
final class RowsReader implements SplitReader {
  private static final int FETCH = 4096;

  private final SourceSettings settings;
  private final ReadRequest request;
  private final RowFilter wanted;
  private final Connection connection;
  private final PreparedStatement statement;
  private final ResultSet result;
  private final ResultValues values;
  private final BatchBuilder rows;
  private long number;

  RowsReader(
      SourceSettings settings,
      ReadRequest request,
      Connection connection,
      PreparedStatement statement)
      throws SQLException {
    this(settings, request, connection, statement, (row, values) -> true);
  }

  RowsReader(
      SourceSettings settings,
      ReadRequest request,
      Connection connection,
      PreparedStatement statement,
      RowFilter wanted)
      throws SQLException {
    this.wanted = wanted;
    this.settings = settings;
    this.request = request;
    this.connection = connection;
    this.statement = statement;
    this.rows = new BatchBuilder(settings.columns());
    statement.setFetchSize(fetchSize(settings.database().dialect()));
    this.result = statement.executeQuery();
    this.values =
        new ResultValues(result, settings.database().dialect(), settings.database().zone());
  }

  /** Which rows of the result are wanted. */
  interface RowFilter {
    boolean takes(ResultSet row, ResultValues values) throws SQLException;
  }

  /** What makes a driver hand out rows as they come. */
  static int fetchSize(Dialect dialect) {
    return dialect == Dialect.MYSQL ? Integer.MIN_VALUE : FETCH;
  }

  @Override
  public @Nullable Batch next() {
    try {
      return read();
    } catch (SQLException e) {
      throw settings
          .database()
          .failure(Dialect.isLost(e) ? Code.TM615 : Code.TM604, "broke off a result", e);
    }
  }

  /** The next rows, or null at the end. */
  @Nullable Batch read() throws SQLException {
    while (!rows.isFull() && result.next()) {
      if (wanted.takes(result, values)) {
        number++;
        readRow();
      }
    }
    return rows.rows() == 0 ? null : rows.take();
  }

  private void readRow() throws SQLException {
    Schema columns = settings.columns();
    int row = rows.rows();
    for (int c = 0; c < columns.size(); c++) {
      ColumnBuilder out = rows.column(c);
      if (!request.needed().get(c)) {
        out.appendNull();
        continue;
      }
      Optional<String> wrong = values.read(c + 1, columns.field(c).type(), out);
      boolean missing = wrong.isEmpty() && !columns.field(c).nullable() && isNull(c);
      if (wrong.isPresent() || missing) {
        String reason = wrong.orElse("it is null, and declared not null");
        for (int done = 0; done <= c; done++) {
          rows.column(done).truncate(row);
        }
        report("column `" + columns.field(c).name() + "`: " + reason);
        return;
      }
    }
    rows.closeRow();
  }

  private boolean isNull(int column) throws SQLException {
    return result.getObject(column + 1) == null;
  }

  private void report(String reason) throws SQLException {
    List<String> texts = new ArrayList<>();
    for (int c = 1; c <= settings.columns().size(); c++) {
      texts.add(String.valueOf(result.getString(c)));
    }
    byte[] raw = String.join(", ", texts).getBytes(StandardCharsets.UTF_8);
    request.badRecords().report(settings.name(), number, raw, 0, raw.length, reason);
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  public void close() {
    try (connection;
        statement;
        result) {
      connection.rollback();
    } catch (SQLException e) {
      // whatever is left of a connection that is given up is dropped by the database
    }
  }
}
