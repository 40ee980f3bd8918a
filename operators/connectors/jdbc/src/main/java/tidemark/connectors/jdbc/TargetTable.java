package tidemark.connectors.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.Field;

/** A sink's table as the database has it, held against the rows that it is to take. */
final class TargetTable {
  private static final int UNBOUNDED = 1000;

  private final SinkSettings settings;
  private final Map<String, TargetColumn> columns;

  private TargetTable(SinkSettings settings, Map<String, TargetColumn> columns) {
    this.settings = settings;
    this.columns = columns;
  }

  /**
   * Looks at the table, which is made first if it is missing and that is allowed.
   *
   * @throws Failure TM627 with everything that does not fit
   */
  static TargetTable open(Connection connection, SinkSettings settings) throws SQLException {
    Map<String, TargetColumn> columns = columns(connection, settings);
    if (columns.isEmpty() && settings.createTable()) {
      create(connection, settings);
      columns = columns(connection, settings);
    }
    TargetTable table = new TargetTable(settings, columns);
    table.check(connection);
    return table;
  }

  /** Whether the table is there. */
  static boolean isThere(Connection connection, SinkSettings settings) throws SQLException {
    return !columns(connection, settings).isEmpty();
  }

  /**
   * Looks at the table and makes none; one that is missing and may be made fits.
   *
   * @throws Failure TM627 with everything that does not fit
   */
  static void inspect(Connection connection, SinkSettings settings) throws SQLException {
    Map<String, TargetColumn> columns = columns(connection, settings);
    if (!columns.isEmpty() || !settings.createTable()) {
      new TargetTable(settings, columns).check(connection);
    }
  }

  /** The table's column of this name. */
  TargetColumn column(String name) {
    return columns.get(name);
  }

  private static Map<String, TargetColumn> columns(Connection connection, SinkSettings settings)
      throws SQLException {
    DatabaseMetaData data = connection.getMetaData();
    Map<String, TargetColumn> columns = new LinkedHashMap<>();
    String table = escaped(settings.table().table(), data);
    String schema = schema(connection, settings);
    String escapedSchema = schema == null ? null : escaped(schema, data);
    try (ResultSet rows = data.getColumns(connection.getCatalog(), escapedSchema, table, "%")) {
      while (rows.next()) {
        String name = rows.getString("COLUMN_NAME");
        int digits = rows.getInt("COLUMN_SIZE");
        boolean needed =
            rows.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls
                && rows.getString("COLUMN_DEF") == null
                && !"YES".equals(rows.getString("IS_AUTOINCREMENT"));
        columns.put(
            name,
            new TargetColumn(
                name,
                rows.getInt("DATA_TYPE"),
                rows.getString("TYPE_NAME"),
                digits > UNBOUNDED ? 0 : digits,
                rows.getInt("DECIMAL_DIGITS"),
                needed));
      }
    }
    return columns;
  }

  private static String schema(Connection connection, SinkSettings settings) throws SQLException {
    return settings.table().schema().isPresent()
        ? settings.table().schema().get()
        : connection.getSchema();
  }

  private static String escaped(String name, DatabaseMetaData data) throws SQLException {
    String escape = data.getSearchStringEscape();
    return name.replace(escape, escape + escape)
        .replace("_", escape + "_")
        .replace("%", escape + "%");
  }

  private static void create(Connection connection, SinkSettings settings) throws SQLException {
    Dialect dialect = settings.database().dialect();
    List<String> parts = new ArrayList<>();
    for (Field field : settings.columns().fields()) {
      boolean inKey = settings.key().contains(field.name());
      String type = dialect.columnType(field.type(), inKey).orElseThrow();
      parts.add(
          dialect.quoted(field.name())
              + " "
              + type
              + (inKey || !field.nullable() ? " NOT NULL" : ""));
    }
    if (!settings.key().isEmpty()) {
      parts.add("PRIMARY KEY (" + dialect.quoted(settings.key()) + ")");
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS "
              + settings.table().quoted(dialect)
              + " ("
              + String.join(", ", parts)
              + ")");
    }
  }

  private void check(Connection connection) throws SQLException {
    if (columns.isEmpty()) {
      throw unfit(
          List.of("the table is not there"),
          "make it, or set `create_table: true`; names are taken as they are written");
    }
    List<String> faults = new ArrayList<>();
    settings.columns().fields().forEach(field -> check(field, faults));
    Set<String> given = new TreeSet<>(SinkSettings.names(settings.columns()));
    columns.values().stream()
        .filter(c -> c.needed() && !given.contains(c.name()))
        .forEach(c -> faults.add("`" + c.name() + "` must have a value, and rows have none"));
    if (faults.isEmpty() && !settings.key().isEmpty() && !hasUniqueKey(connection)) {
      faults.add("no unique index is over just `" + String.join("`, `", settings.key()) + "`");
    }
    if (!faults.isEmpty()) {
      throw unfit(faults, "change the table or the pipeline so that all columns fit");
    }
  }

  private void check(Field field, List<String> faults) {
    TargetColumn column = columns.get(field.name());
    if (column == null) {
      String near =
          columns.keySet().stream()
              .filter(c -> c.equalsIgnoreCase(field.name()))
              .findFirst()
              .map(c -> "; `" + c + "` is written otherwise")
              .orElse("");
      faults.add("there is no column `" + field.name() + "`" + near);
    } else if (settings.database().dialect() != Dialect.SQLITE && !column.takes(field.type())) {
      faults.add(
          "`%s` is %s in the rows and %s in the table"
              .formatted(field.name(), field.type().ddl(), column.typeName()));
    }
  }

  private boolean hasUniqueKey(Connection connection) throws SQLException {
    Map<String, Set<String>> indexes = new TreeMap<>();
    DatabaseMetaData data = connection.getMetaData();
    String schema = schema(connection, settings);
    String table = settings.table().table();
    try (ResultSet rows = data.getIndexInfo(connection.getCatalog(), schema, table, true, false)) {
      while (rows.next()) {
        String column = rows.getString("COLUMN_NAME");
        if (column != null) {
          indexes
              .computeIfAbsent("index " + rows.getString("INDEX_NAME"), n -> new TreeSet<>())
              .add(column);
        }
      }
    }
    try (ResultSet rows = data.getPrimaryKeys(connection.getCatalog(), schema, table)) {
      while (rows.next()) {
        indexes.computeIfAbsent("key", n -> new TreeSet<>()).add(rows.getString("COLUMN_NAME"));
      }
    }
    Set<String> wanted = new TreeSet<>(settings.key());
    return indexes.values().stream().anyMatch(wanted::equals);
  }

  private Failure unfit(List<String> faults, String wayOut) {
    return new Failure(
        Code.TM627,
        "table `%s` at %s does not fit the rows: %s"
            .formatted(
                settings.table(),
                settings.database().place(),
                faults.stream().collect(Collectors.joining("; "))),
        wayOut);
  }
}
