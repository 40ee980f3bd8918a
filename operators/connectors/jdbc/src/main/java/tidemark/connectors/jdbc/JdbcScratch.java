package tidemark.connectors.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Consumer;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.ScratchName;
import tidemark.operators.connector.ScratchTarget;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;

/** A table for a rehearsal, of whose columns those are read that rows have. */
final class JdbcScratch implements ScratchTarget {
  private static final int FETCH = 4096;

  private final Options options;
  private final SinkSettings settings;
  private final ScratchGround ground;

  private JdbcScratch(Options options, SinkSettings settings, ScratchGround ground) {
    this.options = options;
    this.settings = settings;
    this.ground = ground;
  }

  static Optional<ScratchTarget> of(SinkRequest request, ScratchName name) {
    return SinkSettings.of(request, new Diagnostics())
        .flatMap(own -> ScratchGround.of(own, name))
        .flatMap(ground -> on(ground, request));
  }

  private static Optional<ScratchTarget> on(ScratchGround ground, SinkRequest request) {
    Options options = ground.options(request.options());
    return SinkSettings.of(request.with(options), new Diagnostics())
        .map(settings -> new JdbcScratch(options, settings, ground));
  }

  @Override
  public Options options() {
    return options;
  }

  @Override
  public String place() {
    return settings.table() + " at " + settings.database().place();
  }

  @Override
  public void make() {
    ground.make();
  }

  @Override
  public void read(Consumer<String> row) {
    try (Database database = Database.open(settings.database())) {
      boolean unused = database.inTransaction(Code.TM645, c -> read(c, row));
    }
  }

  private boolean read(Connection connection, Consumer<String> row) throws SQLException {
    Dialect dialect = settings.database().dialect();
    String select =
        "SELECT %s FROM %s"
            .formatted(
                dialect.quoted(SinkSettings.names(settings.columns())),
                settings.table().quoted(dialect));
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(FETCH);
      try (ResultSet rows = statement.executeQuery(select)) {
        while (rows.next()) {
          row.accept(text(rows));
        }
        return true;
      }
    }
  }

  private String text(ResultSet rows) throws SQLException {
    StringJoiner text = new StringJoiner(", ");
    for (int column = 1; column <= settings.columns().size(); column++) {
      String value = rows.getString(column);
      text.add(value == null ? "null" : "'" + value.replace("'", "''") + "'");
    }
    return text.toString();
  }

  @Override
  public void drop() {
    ground.drop();
  }
}
