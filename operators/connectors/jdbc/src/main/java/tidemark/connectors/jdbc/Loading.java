package tidemark.connectors.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Brings rows into a table, within the open transaction. */
interface Loading {
  void load(Connection connection, List<RowSpool> rows) throws SQLException, IOException;
}
