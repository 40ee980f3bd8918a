package tidemark.connectors.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * A sink's table and what is done with it.
 *
 * @param key the columns by which a row takes the place of another; empty but with {@link
 *     WriteMode#UPSERT}
 * @param columns the rows' columns, without {@value #OP} where that says what a row does
 * @param createTable whether a table that is not there is made
 */
record SinkSettings(
    JdbcSettings database,
    TableName table,
    WriteMode mode,
    List<String> key,
    Schema columns,
    boolean createTable) {
  /** The column in which an update-mode aggregate says whether a row is deleted. */
  static final String OP = "_op";

  SinkSettings {
    key = List.copyOf(key);
  }

  static List<OptionSpec> options() {
    List<OptionSpec> all = new ArrayList<>(JdbcSettings.options());
    all.add(OptionSpec.required("table", OptionKind.TEXT, "the table, `name` or `schema.name`"));
    all.add(
        OptionSpec.oneOf(
            "mode",
            WriteMode.words(),
            "what rows do: add, replace by key, replace all; by the output mode"));
    all.add(
        OptionSpec.optional(
            "key", OptionKind.NAMES, "with `upsert`: the columns of the table's key"));
    all.add(
        OptionSpec.optional(
            "create_table", OptionKind.BOOLEAN, "make the table if it is not there; false"));
    return List.copyOf(all);
  }

  static Optional<SinkSettings> of(SinkRequest request, Diagnostics found) {
    Options options = request.options();
    Optional<JdbcSettings> database = JdbcSettings.of(options, found);
    WriteMode mode =
        options.text("mode").map(WriteMode::parse).orElse(WriteMode.of(request.mode()));
    List<String> key = options.names("key");
    boolean fits = modeFits(request, mode, key, found) & columnsFit(request, database, found);
    return fits
        ? database.map(
            d ->
                new SinkSettings(
                    d,
                    TableName.parse(options.text("table").orElse("")),
                    mode,
                    mode == WriteMode.UPSERT ? key : List.of(),
                    written(request.schema(), mode),
                    options.flag("create_table", false)))
        : Optional.empty();
  }

  /** The columns of the table; what a row does is told by the way it is written. */
  private static Schema written(Schema rows, WriteMode mode) {
    return mode == WriteMode.UPSERT && marksChanges(rows)
        ? new Schema(rows.fields().stream().filter(f -> !f.name().equals(OP)).toList())
        : rows;
  }

  private static boolean modeFits(
      SinkRequest request, WriteMode mode, List<String> key, Diagnostics found) {
    Options options = request.options();
    if (request.mode() == OutputMode.UPDATE && mode != WriteMode.UPSERT) {
      return refuse(
          found,
          options,
          "mode",
          "update mode gives a key's row again and again, and `" + mode.word() + "` keeps them all",
          "set `mode: upsert` and `key: [...]`, or `output_mode: append`");
    }
    if (request.mode() == OutputMode.COMPLETE && mode != WriteMode.REPLACE) {
      return refuse(
          found,
          options,
          "mode",
          "complete mode gives the whole result each time; only `replace` takes the old one away",
          "leave `mode` out, or set `output_mode: append` or `update`");
    }
    if (mode == WriteMode.REPLACE && request.mode() != OutputMode.COMPLETE) {
      return refuse(
          found,
          options,
          "mode",
          "`replace` would leave nothing but the last micro-batch's rows",
          "set `output_mode: complete`, or `mode: insert` or `upsert`");
    }
    if (mode == WriteMode.UPSERT && key.isEmpty()) {
      return refuse(
          found,
          options,
          "key",
          "`upsert` needs the columns by which a row takes the place of another",
          "add `key: [...]`: in update mode the columns that the rows are grouped by");
    }
    boolean known = true;
    for (String column : key) {
      if (request.schema().find(column).isEmpty()) {
        known = false;
        found.error(
            Code.TM304,
            options.span("key"),
            "the key's column `" + column + "` is none of the rows'",
            "the rows have: " + String.join(", ", names(request.schema())));
      }
    }
    return known;
  }

  private static boolean columnsFit(
      SinkRequest request, Optional<JdbcSettings> database, Diagnostics found) {
    boolean fit = true;
    for (Field field : request.schema().fields()) {
      if (database.isPresent()
          && database.get().dialect().columnType(field.type(), false).isEmpty()) {
        fit = false;
        found.error(
            Code.TM618,
            request.options().place(),
            "`" + field.name() + "` is " + field.type().ddl() + ", which no table holds",
            "make a text of it with to_json, or leave it out with `select`");
      }
    }
    return fit;
  }

  private static boolean refuse(
      Diagnostics found, Options options, String option, String message, String wayOut) {
    found.error(Code.TM628, options.span(option), message, wayOut);
    return false;
  }

  static List<String> names(Schema schema) {
    return schema.fields().stream().map(Field::name).toList();
  }

  /** The columns that are not in the key. */
  List<String> others() {
    return names(columns).stream().filter(c -> !key.contains(c)).toList();
  }

  /** Whether rows come with the column that says what they do. */
  static boolean marksChanges(Schema rows) {
    return rows.find(OP).isPresent()
        && rows.field(rows.find(OP).getAsInt()).type() == SimpleType.STRING;
  }
}
