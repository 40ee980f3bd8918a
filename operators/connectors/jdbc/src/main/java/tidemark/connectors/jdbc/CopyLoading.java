package tidemark.connectors.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyOutputStream;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * PostgreSQL: rows come by COPY, straight into the table, or into a temporary one out of which each
 * key's newest row is merged, in the order of the keys so that two writers do not wait for each
 * other.
 */
final class CopyLoading implements Loading {
  private static final String STAGE = "tidemark_rows";
  private static final String NUMBER = "tidemark_number";
  private static final String DELETE = "delete";

  /** Room in the server to sort a micro-batch by its keys without files, until it is committed. */
  private static final String SORT_MEMORY = "64MB";

  private final SinkSettings settings;
  private final Schema rows;
  private final String target;
  private final boolean marksChanges;
  private final List<Boolean> toClock = new ArrayList<>();
  private long number;

  CopyLoading(SinkSettings settings, Schema rows, TargetTable table) {
    this.settings = settings;
    this.rows = rows;
    this.target = settings.table().quoted(Dialect.POSTGRESQL);
    this.marksChanges = settings.mode() == WriteMode.UPSERT && SinkSettings.marksChanges(rows);
    for (Field field : rows.fields()) {
      TargetColumn column = table.column(field.name());
      toClock.add(field.type() == SimpleType.TIMESTAMP && column != null && !column.hasZone());
    }
  }

  @Override
  public void load(Connection connection, List<RowSpool> spools) throws SQLException, IOException {
    number = 0;
    switch (settings.mode()) {
      case INSERT -> copy(connection, spools, target + " (" + columns() + ")");
      case REPLACE -> {
        execute(connection, "DELETE FROM " + target);
        copy(connection, spools, target + " (" + columns() + ")");
      }
      case UPSERT -> merge(connection, spools);
    }
  }

  private String columns() {
    return Dialect.POSTGRESQL.quoted(SinkSettings.names(settings.columns()));
  }

  private void merge(Connection connection, List<RowSpool> spools)
      throws SQLException, IOException {
    String op = Dialect.POSTGRESQL.quoted(SinkSettings.OP);
    execute(connection, "SET LOCAL work_mem = '" + SORT_MEMORY + "'");
    execute(
        connection,
        "CREATE TEMPORARY TABLE %s ON COMMIT DROP AS SELECT %s%s, 0::bigint AS %s FROM %s WITH NO DATA"
            .formatted(
                STAGE, columns(), marksChanges ? ", ''::text AS " + op : "", NUMBER, target));
    String staged = Dialect.POSTGRESQL.quoted(SinkSettings.names(rows));
    copy(connection, spools, STAGE + " (" + staged + ", " + NUMBER + ")");
    requireKeys(connection);
    String key = Dialect.POSTGRESQL.quoted(settings.key());
    String newest =
        "(SELECT DISTINCT ON (%s) * FROM %s ORDER BY %s, %s DESC) n"
            .formatted(key, STAGE, key, NUMBER);
    if (marksChanges) {
      String same =
          String.join(
              " AND ",
              settings.key().stream()
                  .map(Dialect.POSTGRESQL::quoted)
                  .map(c -> "t." + c + " = n." + c)
                  .toList());
      execute(
          connection,
          "DELETE FROM %s t USING %s WHERE %s AND n.%s = '%s'"
              .formatted(target, newest, same, op, DELETE));
    }
    execute(
        connection,
        "INSERT INTO %s (%s) SELECT %s FROM %s%s ORDER BY %s%s"
            .formatted(
                target,
                columns(),
                columns(),
                newest,
                marksChanges ? " WHERE n." + op + " <> '" + DELETE + "'" : "",
                key,
                Dialect.POSTGRESQL.onConflict(settings.key(), settings.others())));
  }

  /** A null is equal to nothing, so its row would come again with every update. */
  private void requireKeys(Connection connection) throws SQLException {
    for (String column : settings.key()) {
      String select =
          "SELECT 1 FROM " + STAGE + " WHERE " + Dialect.POSTGRESQL.quoted(column) + " IS NULL";
      try (Statement statement = connection.createStatement();
          ResultSet found = statement.executeQuery(select + " LIMIT 1")) {
        if (found.next()) {
          throw nullKey(settings, column);
        }
      }
    }
  }

  static Failure nullKey(SinkSettings settings, String column) {
    return new Failure(
        Code.TM605,
        "a row for table `"
            + settings.table()
            + "` has null in `"
            + column
            + "`, a column of its key",
        "filter such rows out, or give them a value with coalesce");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void copy(Connection connection, List<RowSpool> spools, String into)
      throws SQLException, IOException {
    CopyText text = new CopyText(settings.database().zone());
    PGConnection postgres = connection.unwrap(PGConnection.class);
    try (PGCopyOutputStream out =
        new PGCopyOutputStream(postgres, "COPY " + into + " FROM STDIN")) {
      for (RowSpool spool : spools) {
        spool.forEach(
            batch -> {
              text.clear();
              write(batch, text);
              out.writeToCopy(text.bytes(), 0, text.size());
            });
      }
    } catch (IOException e) {
      if (e.getCause() instanceof SQLException refused) {
        throw refused;
      }
      throw e;
    }
  }

  private void write(Batch batch, CopyText text) {
    boolean numbered = settings.mode() == WriteMode.UPSERT;
    Selection selection = batch.selection();
    for (int i = 0; i < selection.count(); i++) {
      int row = selection.row(i);
      for (int c = 0; c < rows.size(); c++) {
        if (c > 0) {
          text.tab();
        }
        DataType type = rows.field(c).type();
        Column column = batch.column(c);
        text.value(type, column, row, toClock.get(c));
      }
      if (numbered) {
        text.tab();
        text.number(number++);
      }
      text.endRow();
    }
  }
}
