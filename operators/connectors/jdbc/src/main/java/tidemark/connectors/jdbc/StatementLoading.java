package tidemark.connectors.jdbc;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Any database: rows come as batches of one prepared statement, in their order. */
final class StatementLoading implements Loading {
  private static final int AT_ONCE = 1000;

  private final SinkSettings settings;
  private final Schema rows;
  private final Dialect dialect;
  private final String target;
  private final int opColumn;

  StatementLoading(SinkSettings settings, Schema rows) {
    this.settings = settings;
    this.rows = rows;
    this.dialect = settings.database().dialect();
    this.target = settings.table().quoted(dialect);
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
      boolean deletes = opColumn >= 0 && "delete".equals(text(batch.column(opColumn), row));
      PreparedStatement statement = pending.next(deletes);
      List<String> names = deletes ? settings.key() : SinkSettings.names(settings.columns());
      for (int n = 0; n < names.size(); n++) {
        int c = rows.find(names.get(n)).orElseThrow();
        statement.setObject(n + 1, value(rows.field(c).type(), batch.column(c), row));
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

  private @Nullable Object value(DataType type, Column column, int row) {
    if (column.isNull(row)) {
      return null;
    } else if (column instanceof LongColumn longs) {
      return number(type, longs.get(row));
    } else if (column instanceof BytesColumn bytes) {
      return type == SimpleType.BINARY
          ? Arrays.copyOfRange(bytes.data(), bytes.start(row), bytes.start(row) + bytes.length(row))
          : text(column, row);
    } else if (column instanceof DoubleColumn doubles) {
      return doubles.get(row);
    } else if (column instanceof BooleanColumn booleans) {
      return booleans.get(row);
    }
    return ((DecimalColumn) column).get(row);
  }

  private static String text(Column column, int row) {
    BytesColumn bytes = (BytesColumn) column;
    return new String(bytes.data(), bytes.start(row), bytes.length(row), StandardCharsets.UTF_8);
  }

  private Object number(DataType type, long value) {
    if (type instanceof DecimalType decimal) {
      return BigDecimal.valueOf(value, decimal.scale());
    } else if (type == SimpleType.DATE) {
      LocalDate date = LocalDate.ofEpochDay(value);
      return dialect == Dialect.SQLITE ? date.toString() : date;
    } else if (type == SimpleType.TIMESTAMP || type == SimpleType.TIMESTAMP_NTZ) {
      Instant instant = Instant.EPOCH.plus(value, ChronoUnit.MICROS);
      LocalDateTime clock =
          LocalDateTime.ofInstant(
              instant, type == SimpleType.TIMESTAMP ? settings.database().zone() : ZoneOffset.UTC);
      return dialect == Dialect.SQLITE ? clock.toString() : clock;
    }
    return value;
  }
}
