package tidemark.connectors.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.Schema;

/** Any database: rows come as batches of one prepared statement, in their order. */
final class StatementLoading implements Loading {
  private static final int AT_ONCE = 1000;

  private final SinkSettings settings;
  private final Schema rows;
  private final Dialect dialect;
  private final String target;
  private final int opColumn;
  private final StatementValues values;

  StatementLoading(SinkSettings settings, Schema rows) {
    this.settings = settings;
    this.rows = rows;
    this.dialect = settings.database().dialect();
    this.target = settings.table().quoted(dialect);
    this.values = new StatementValues(dialect, settings.database().zone());
    this.opColumn =
        settings.mode() == WriteMode.UPSERT && SinkSettings.marksChanges(rows)
            ? rows.find(SinkSettings.OP).orElseThrow()
            : -1;
  }

  @Override
  public void load(Connection connection, List<RowSpool> spools) throws SQLException, IOException {
    if (settings.mode() == WriteMode.REPLACE) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("DELETE FROM " + target);
      }
    }
    List<String> names = SinkSettings.names(settings.columns());
    String insert =
        "INSERT INTO %s (%s) VALUES (%s)%s"
            .formatted(
                target,
                dialect.quoted(names),
                String.join(", ", Collections.nCopies(names.size(), "?")),
                settings.mode() == WriteMode.UPSERT
                    ? dialect.onConflict(settings.key(), settings.others())
                    : "");
    try (PreparedStatement put = connection.prepareStatement(insert);
        PreparedStatement delete = connection.prepareStatement(deletion())) {
      Pending pending = new Pending(put, delete);
      for (RowSpool spool : spools) {
        spool.forEach(batch -> write(batch, pending));
      }
      pending.flush();
    }
  }

  private String deletion() {
    List<String> key = settings.key().isEmpty() ? List.of() : settings.key();
    String same = String.join(" AND ", key.stream().map(c -> dialect.quoted(c) + " = ?").toList());
    return "DELETE FROM " + target + " WHERE " + (same.isEmpty() ? "1 = 0" : same);
  }

  /** Statements of one kind after the other, each kind sent before the other begins. */
  private static final class Pending {
    private final PreparedStatement put;
    private final PreparedStatement delete;
    private int puts;
    private int deletes;

    Pending(PreparedStatement put, PreparedStatement delete) {
      this.put = put;
      this.delete = delete;
    }

    PreparedStatement next(boolean deletes) throws SQLException {
      if (deletes && puts > 0 || !deletes && this.deletes > 0) {
        flush();
      }
      return deletes ? delete : put;
    }

    void add(PreparedStatement statement) throws SQLException {
      statement.addBatch();
      if (statement == delete) {
        deletes++;
      } else {
        puts++;
      }
      if (puts + deletes >= AT_ONCE) {
        flush();
      }
    }

    void flush() throws SQLException {
      if (puts > 0) {
        int[] unused = put.executeBatch();
      }
      if (deletes > 0) {
        int[] unused = delete.executeBatch();
      }
      puts = 0;
      deletes = 0;
    }
  }

  private void write(Batch batch, Pending pending) throws SQLException {
    Selection selection = batch.selection();
    for (int i = 0; i < selection.count(); i++) {
      int row = selection.row(i);
      requireKey(batch, row);
      boolean deletes =
          opColumn >= 0 && ((BytesColumn) batch.column(opColumn)).string(row).equals("delete");
      PreparedStatement statement = pending.next(deletes);
      List<String> names = deletes ? settings.key() : SinkSettings.names(settings.columns());
      for (int n = 0; n < names.size(); n++) {
        int c = rows.find(names.get(n)).orElseThrow();
        statement.setObject(n + 1, values.of(rows.field(c).type(), batch.column(c), row));
      }
      pending.add(statement);
    }
  }

  private void requireKey(Batch batch, int row) {
    for (String column : settings.key()) {
      if (batch.column(rows.find(column).orElseThrow()).isNull(row)) {
        throw CopyLoading.nullKey(settings, column);
      }
    }
  }
}
