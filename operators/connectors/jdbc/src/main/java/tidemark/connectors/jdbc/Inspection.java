package tidemark.connectors.jdbc;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;

/** A look at the tables of a pipeline, in which no row is read and nothing is changed. */
final class Inspection {
  private static final int SECONDS = 10;
  private static final Set<Integer> NUMBERS =
      Set.of(
          Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.NUMERIC,
          Types.DECIMAL);
  private static final Set<Integer> TIMES =
      Set.of(Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE, Types.DATE);
  private static final Set<Integer> BYTES =
      Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB);

  private Inspection() {}

  /** A column of a result. */
  private record Found(int sqlType, String typeName) {}

  /**
   * Holds a sink's table against its rows.
   *
   * @throws Failure TM615 without an answer, TM627 if it does not fit
   */
  static void of(SinkSettings settings) {
    try (Database database = Database.open(settings.database().hasty())) {
      boolean unused =
          database.inTransaction(
              Code.TM605,
              connection -> {
                TargetTable.inspect(connection, settings);
                return true;
              });
    }
  }

  /**
   * Holds what is read against the declared columns.
   *
   * @throws Failure TM615 without an answer, TM604 if it cannot be read, TM627 if it does not fit
   */
  static void of(SourceSettings settings) {
    try (Database database = Database.open(settings.database().hasty())) {
      Map<String, Found> columns =
          database.inTransaction(
              Code.TM604,
              connection -> {
                try (Statement statement = connection.createStatement()) {
                  statement.setQueryTimeout(SECONDS);
                  try (ResultSet nothing =
                      statement.executeQuery("SELECT * FROM " + settings.from() + " WHERE 1 = 0")) {
                    return columns(nothing.getMetaData());
                  }
                }
              });
      check(settings, columns);
    }
  }

  private static Map<String, Found> columns(ResultSetMetaData data) throws SQLException {
    Map<String, Found> columns = new LinkedHashMap<>();
    for (int c = 1; c <= data.getColumnCount(); c++) {
      columns.put(
          data.getColumnLabel(c), new Found(data.getColumnType(c), data.getColumnTypeName(c)));
    }
    return columns;
  }

  private static void check(SourceSettings settings, Map<String, Found> columns) {
    List<String> faults = new ArrayList<>();
    for (Field field : settings.columns().fields()) {
      Found found = columns.get(field.name());
      if (found == null) {
        faults.add("there is no column `" + field.name() + "`");
      } else if (settings.database().dialect() != Dialect.SQLITE
          && !isReadable(found.sqlType(), field.type())) {
        faults.add(
            "`%s` is declared as %s and is %s there"
                .formatted(field.name(), field.type().ddl(), found.typeName()));
      }
    }
    if (!faults.isEmpty()) {
      throw new Failure(
          Code.TM627,
          "%s at %s does not fit the declared columns: %s"
              .formatted(settings.name(), settings.database().place(), String.join("; ", faults)),
          "declare the columns as they are there: " + String.join(", ", columns.keySet()));
    }
  }

  /** Whether there are values of the database's type that can be read as the declared one. */
  private static boolean isReadable(int sqlType, DataType type) {
    if (type == SimpleType.STRING) {
      return true;
    }
    if (type == SimpleType.BOOLEAN) {
      return sqlType == Types.BOOLEAN || sqlType == Types.BIT || sqlType == Types.TINYINT;
    }
    if (type == SimpleType.BINARY) {
      return BYTES.contains(sqlType);
    }
    boolean isTime = SourceSettings.isTime(type) || type == SimpleType.DATE;
    return isTime ? TIMES.contains(sqlType) : NUMBERS.contains(sqlType);
  }
}
