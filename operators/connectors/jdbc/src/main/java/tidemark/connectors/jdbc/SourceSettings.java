package tidemark.connectors.jdbc;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * What is read of a database.
 *
 * @param from what stands behind FROM, quoted
 * @param increasing the column by which new rows are found; empty for a table that is read whole
 * @param lagMicros rows whose time is less far back than this are left for later
 * @param overlap how far behind what was read rows may still come, in units of the column
 * @param key columns that tell rows of an overlap from each other
 */
record SourceSettings(
    JdbcSettings database,
    String from,
    String name,
    Schema columns,
    Optional<String> increasing,
    Optional<Long> lagMicros,
    Optional<Long> overlap,
    List<String> key) {
  private static final String OVERLAP = "overlap";
  private static final String OVERLAP_VALUES = "overlap_values";

  SourceSettings {
    key = List.copyOf(key);
  }

  /** A query of all columns in their places; those that are not needed are not asked for. */
  String select(BitSet needed) {
    List<String> values = new ArrayList<>();
    for (int c = 0; c < columns.size(); c++) {
      values.add(needed.get(c) ? database.dialect().quoted(columns.field(c).name()) : "NULL");
    }
    return "SELECT " + String.join(", ", values) + " FROM " + from;
  }

  static List<OptionSpec> options() {
    List<OptionSpec> all = new ArrayList<>(JdbcSettings.options());
    all.add(OptionSpec.optional("table", OptionKind.TEXT, "the table, `name` or `schema.name`"));
    all.add(OptionSpec.optional("query", OptionKind.TEXT, "a SELECT instead of a table"));
    all.add(
        OptionSpec.optional(
            "increasing",
            OptionKind.TEXT,
            "a column that only grows (whole number or time): new rows are those beyond it"));
    all.add(
        OptionSpec.optional(
            "lag",
            OptionKind.DURATION,
            "with a time that increases: leave the newest rows until transactions that began"
                + " earlier have ended"));
    all.add(
        OptionSpec.optional(
            OVERLAP,
            OptionKind.DURATION,
            "with a time that increases: look again at rows so far behind the newest, and read those"
                + " that came late"));
    all.add(
        OptionSpec.optional(
            OVERLAP_VALUES, OptionKind.COUNT, "the same with whole numbers: so many values back"));
    all.add(
        OptionSpec.optional(
            "key",
            OptionKind.NAMES,
            "with an overlap: the columns that tell rows from each other; a whole number that"
                + " increases does so itself"));
    return List.copyOf(all);
  }

  static Optional<SourceSettings> of(SourceRequest request, Diagnostics found) {
    Options options = request.options();
    Optional<JdbcSettings> database = JdbcSettings.of(options, found);
    Optional<String> table = options.text("table");
    Optional<String> query = options.text("query");
    boolean good = true;
    if (table.isPresent() == query.isPresent()) {
      good = false;
      found.error(
          Code.TM614,
          options.place(),
          "a `jdbc` source has either `table` or `query`",
          table.isPresent() ? "remove one of them" : "add `table: NAME`");
    }
    if (request.columns().isEmpty()) {
      good = false;
      found.error(
          Code.TM104,
          options.place(),
          "a `jdbc` source has `columns` or `schema`: linting asks no database",
          "add `columns: {name: type}` beside `jdbc`");
    }
    Schema columns = request.columns().orElseGet(() -> new Schema(List.of()));
    good &= keepsNothing(request, found);
    good &= readable(columns, request, found) & growing(columns, options, found);
    if (!good || database.isEmpty()) {
      return Optional.empty();
    }
    Dialect dialect = database.get().dialect();
    String from =
        table
            .map(t -> TableName.parse(t).quoted(dialect))
            .orElseGet(() -> "(" + query.orElse("") + ") tidemark_query");
    return Optional.of(
        new SourceSettings(
            database.get(),
            from,
            table.orElse("the query"),
            columns,
            options.text("increasing"),
            options.number("lag").map(millis -> millis * 1000),
            options
                .number(OVERLAP)
                .map(millis -> millis * 1000)
                .or(() -> options.number(OVERLAP_VALUES)),
            key(options)));
  }

  private static boolean keepsNothing(SourceRequest request, Diagnostics found) {
    if (request.badRecords() != BadRecordPolicy.KEEP) {
      return true;
    }
    found.error(
        Code.TM614,
        request.options().place(),
        "a row of a table has no text to keep: `on_bad_record: keep` is not for `jdbc`",
        "set `drop`, `dead_letter` or `fail`");
    return false;
  }

  private static boolean readable(Schema columns, SourceRequest request, Diagnostics found) {
    boolean good = true;
    for (Field field : columns.fields()) {
      if (Dialect.POSTGRESQL.columnType(field.type(), false).isEmpty()) {
        good = false;
        found.error(
            Code.TM614,
            request.place(field.name(), request.options().place()),
            "`" + field.name() + "` is " + field.type().ddl() + ", which no table holds",
            "declare it as string and take it apart with from_json or get_json_object");
      }
    }
    return good;
  }

  private static boolean growing(Schema columns, Options options, Diagnostics found) {
    Optional<String> increasing = options.text("increasing");
    if (increasing.isEmpty()) {
      return waitsForNothing(options, found);
    }
    if (columns.size() == 0) {
      return true;
    }
    Optional<DataType> type =
        columns.find(increasing.get()).stream().mapToObj(i -> columns.field(i).type()).findFirst();
    boolean isTime = type.filter(SourceSettings::isTime).isPresent();
    if (!isTime && type.filter(SourceSettings::isWhole).isEmpty()) {
      found.error(
          Code.TM614,
          options.span("increasing"),
          "`" + increasing.get() + "` is no column of whole numbers or times",
          "name a declared column of type bigint, int or timestamp");
      return false;
    }
    for (String length : List.of("lag", OVERLAP)) {
      if (options.number(length).isPresent() && !isTime) {
        found.error(
            Code.TM614,
            options.span(length),
            "`" + length + "` is a length of time, and `" + increasing.get() + "` is none",
            "let a column of type timestamp increase, or leave `" + length + "` out");
        return false;
      }
    }
    return overlaps(columns, options, isTime, found);
  }

  /** A table that is read whole has no rows that come late. */
  private static boolean waitsForNothing(Options options, Diagnostics found) {
    boolean good = true;
    for (String option : List.of("lag", OVERLAP, OVERLAP_VALUES, "key")) {
      if (options.values().containsKey(option)) {
        good = false;
        found.error(
            Code.TM614,
            options.span(option),
            "`" + option + "` goes with a column that increases, and none does",
            "add `increasing: COLUMN`, or leave `" + option + "` out");
      }
    }
    return good;
  }

  /** Whether what is said of rows that come late can be used; warns if nothing is. */
  private static boolean overlaps(
      Schema columns, Options options, boolean isTime, Diagnostics found) {
    boolean overlaps =
        options.number(OVERLAP).isPresent() || options.number(OVERLAP_VALUES).isPresent();
    if (!overlaps) {
      if (options.number("lag").isEmpty()) {
        found.warning(
            Code.TM633,
            options.span("increasing"),
            "a row that is committed after one with a greater value is never read",
            isTime
                ? "add `overlap` or `lag`, longer than the longest transaction that writes the table"
                : "add `overlap_values`, more than transactions that run at a time take");
      }
      return true;
    }
    if (isTime && options.number(OVERLAP_VALUES).isPresent()) {
      found.error(
          Code.TM614,
          options.span(OVERLAP_VALUES),
          "`overlap_values` is for whole numbers, and a time increases here",
          "write `overlap: 5 minutes`");
      return false;
    }
    for (String column : key(options)) {
      if (columns.find(column).isEmpty()) {
        found.error(
            Code.TM304,
            options.span("key"),
            "the key's column `" + column + "` is none of the source's",
            "the source has: " + String.join(", ", SinkSettings.names(columns)));
        return false;
      }
    }
    if (isTime && options.names("key").isEmpty()) {
      found.error(
          Code.TM104,
          options.span(OVERLAP),
          "rows with the same time can only be told from each other by a key",
          "add `key: [id]`, the columns of the table's primary key");
      return false;
    }
    return true;
  }

  /** The key, or what increases in its place. */
  private static List<String> key(Options options) {
    return options.names("key").isEmpty()
        ? options.text("increasing").stream().toList()
        : options.names("key");
  }

  static boolean isTime(DataType type) {
    return type == SimpleType.TIMESTAMP || type == SimpleType.TIMESTAMP_NTZ;
  }

  private static boolean isWhole(DataType type) {
    return type == SimpleType.BIGINT || type == SimpleType.INT || type == SimpleType.SMALLINT;
  }
}
