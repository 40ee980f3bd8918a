package tidemark.connectors.jdbc;

import java.util.Optional;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.EarlierBatches;
import tidemark.operators.connector.EarlierBatches.Held;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.Schema;

/**
 * A table that rows go to. Each micro-batch is one transaction, in which its marker changes too: a
 * batch whose commit nobody heard the answer of is looked up there, never guessed.
 */
final class JdbcSink implements Sink {
  private final SinkSettings settings;
  private final Database database;
  private final Markers markers;
  private final Loading loading;
  private final Schema rows;

  private JdbcSink(
      SinkSettings settings, Database database, Markers markers, Loading loading, Schema rows) {
    this.settings = settings;
    this.database = database;
    this.markers = markers;
    this.loading = loading;
    this.rows = rows;
  }

  /**
   * Connects, and holds the table against the rows.
   *
   * @throws tidemark.operators.diagnostics.Failure TM615 or TM627
   */
  static JdbcSink open(SinkSettings settings, SinkRequest request) {
    Database database = Database.open(settings.database());
    try {
      Markers markers = new Markers(settings, request);
      markers.make(database);
      TargetTable table =
          database.inTransaction(
              Code.TM605,
              connection -> {
                TargetTable found = TargetTable.open(connection, settings);
                markers.claim(connection);
                return found;
              });
      Loading loading =
          settings.database().dialect() == Dialect.POSTGRESQL
              ? new CopyLoading(settings, request.schema(), table)
              : new StatementLoading(settings, request.schema());
      return new JdbcSink(settings, database, markers, loading, request.schema());
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  @Override
  public Delivery delivery() {
    return Delivery.TRANSACTIONAL;
  }

  @Override
  public Outcome outcome(OperationKey key) {
    Optional<Long> newest = database.inTransaction(Code.TM605, markers::newest);
    return newest.isPresent() && newest.get() >= key.batch() ? Outcome.COMMITTED : Outcome.ABSENT;
  }

  /**
   * @throws Failure TM606 if the table holds batches of another checkpoint
   */
  @Override
  public SinkBatch begin(OperationKey key) {
    Optional<Held> held =
        database.inTransaction(Code.TM605, markers::held).filter(h -> !markers.isOwn(h));
    if (held.isPresent()) {
      throw new Failure(
          Code.TM606,
          "table `%s` holds batches up to %d of this pipeline, written from another checkpoint (%s)"
              .formatted(settings.table(), held.get().newest(), held.get().queryId()),
          "go on with that checkpoint, or write to another table");
    }
    return new JdbcSinkBatch(database, markers, loading, rows, key.batch());
  }

  @Override
  public Optional<EarlierBatches> earlier() {
    return database
        .inTransaction(Code.TM605, markers::held)
        .map(held -> new HeldTable(database, markers, settings, held));
  }

  @Override
  public void close() {
    database.close();
  }
}
