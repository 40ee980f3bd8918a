package tidemark.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

class RowIdentityTest {
  private static final Schema COLUMNS =
      Schema.of(Field.of("at", SimpleType.TIMESTAMP), Field.of("name", SimpleType.STRING));

  /** The identities of rows of a table of SQLite, where a time is a text. */
  private static List<String> identities(String rows) throws SQLException {
    List<String> identities = new ArrayList<>();
    RowIdentity identity = new RowIdentity(COLUMNS, COLUMNS.names());
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (at TIMESTAMP, name TEXT)");
      statement.execute("INSERT INTO t VALUES " + rows);
      try (ResultSet result = statement.executeQuery("SELECT at, name FROM t ORDER BY rowid")) {
        ResultValues values = new ResultValues(result, Dialect.SQLITE, ZoneOffset.UTC);
        while (result.next()) {
          identities.add(identity.of(result, values));
        }
      }
    }
    return identities;
  }

  @Test
  void aTimeCountsNotItsForm() throws SQLException {
    List<String> found =
        identities("('2026-01-01 12:00:00', 'a'), ('2026-01-01T12:00', 'a'), ('2026-01-01', 'a')");
    assertThat(found.get(0)).isEqualTo(found.get(1)).isNotEqualTo(found.get(2));
  }

  @Test
  void valuesDoNotRunIntoEachOther() throws SQLException {
    assertThat(
            identities(
                "(NULL, 'a'), (NULL, NULL), (NULL, 'null'), ('2026-01-01', 'a'), ('2026-01-01', 'b')"))
        .doesNotHaveDuplicates();
  }

  @Test
  void whatIsNoTimeCountsAsItIsWritten() throws SQLException {
    List<String> found = identities("('soon', 'a'), ('later', 'a'), ('soon', 'a')");
    assertThat(found.get(0)).isNotEqualTo(found.get(1)).isEqualTo(found.get(2));
  }
}
