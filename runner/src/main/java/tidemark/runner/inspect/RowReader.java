package tidemark.runner.inspect;

import java.util.Arrays;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.stateful.StoredRows;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StoreId;
import tidemark.statestore.checkpoint.StateVersion;

/** Decodes the rows of a store, a batch of them at a time. */
public final class RowReader {
  private final StoreId store;
  private final StoredRows rows;
  private final BatchBuilder builder;

  public RowReader(StoreId store, StoredRows rows) {
    this.store = store;
    this.rows = rows;
    this.builder = new BatchBuilder(rows.schema());
  }

  /** Takes decoded rows until it has enough. */
  @FunctionalInterface
  public interface Target {
    /** False if no more are wanted. */
    boolean take(Batch batch);
  }

  /** All rows of the version, in stored order. */
  public void read(StateVersion version, Target target) {
    try (StateCursor cursor = version.scan(store, KeyRange.all())) {
      while (cursor.next()) {
        decode(cursor.key(), cursor.value());
        if (builder.isFull() && !target.take(builder.take())) {
          return;
        }
      }
    }
    if (builder.rows() > 0) {
      boolean unused = target.take(builder.take());
    }
  }

  /** One row. */
  public Batch row(byte[] key, byte[] value) {
    decode(key, value);
    return builder.take();
  }

  private void decode(byte[] key, byte[] value) {
    try {
      rows.read(key, value, builder);
    } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException e) {
      throw new Failure(
          Code.TM505,
          "a row of " + store + " has another form than its plan says (key " + hex(key) + ")",
          "run the command with the release that wrote the checkpoint, or read it with --bytes",
          e);
    }
    builder.closeRow();
  }

  private static String hex(byte[] key) {
    return java.util.HexFormat.of().formatHex(Arrays.copyOf(key, Math.min(key.length, 32)));
  }
}
