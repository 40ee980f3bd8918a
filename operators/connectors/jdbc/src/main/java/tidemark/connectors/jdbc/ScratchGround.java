package tidemark.connectors.jdbc;

import java.util.Optional;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.ScratchName;

/** Where in databases a scratch table is, so that no table of the sink's own is written. */
interface ScratchGround {
  /** The options of a sink that writes there. */
  Options options(Options own);

  /** Makes it, and the table in it as the sink's own is. */
  void make();

  /** Takes it away. */
  void drop();

  /** The ground for a sink; none for databases that know neither schemas nor files. */
  static Optional<ScratchGround> of(SinkSettings own, ScratchName name) {
    JdbcSettings database = name.place().map(own.database()::at).orElse(own.database());
    if (database.dialect() == Dialect.POSTGRESQL) {
      return Optional.of(new PostgresSchema(own, database, name.name()));
    }
    if (name.place().isPresent()) {
      return Optional.of(new OtherDatabase(database, name.name()));
    }
    return database.dialect() == Dialect.SQLITE && SqliteFile.isFile(own)
        ? Optional.of(new SqliteFile(own, name.name()))
        : Optional.empty();
  }
}
