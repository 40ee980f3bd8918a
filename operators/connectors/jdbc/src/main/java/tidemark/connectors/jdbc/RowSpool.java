package tidemark.connectors.jdbc;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.connector.SpoolFile;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/**
 * One partition's rows of a micro-batch, kept until the transaction with them is through: first in
 * memory, then in a temporary file. A transaction that fails is done again from here.
 */
final class RowSpool implements SinkWriter, AutoCloseable {
  private static final int IN_MEMORY = 8 << 20;

  private final Schema schema;
  private final StateWriter encoded = new StateWriter();
  private ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private DataOutputStream out = new DataOutputStream(memory);
  private @Nullable SpoolFile file;
  private long rows;

  RowSpool(Schema schema) {
    this.schema = schema;
  }

  @Override
  public void write(Batch batch) {
    try {
      Selection selection = batch.selection();
      for (int i = 0; i < selection.count(); i++) {
        write(batch, selection.row(i));
      }
      rows += selection.count();
      if (file == null && memory.size() > IN_MEMORY) {
        spill();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(Batch batch, int row) throws IOException {
    encoded.reset();
    List<Field> fields = schema.fields();
    for (int c = 0; c < fields.size(); c++) {
      encoded.writeNullable(fields.get(c).type(), batch.column(c), row);
    }
    out.writeInt(encoded.size());
    out.write(encoded.bytes(), 0, encoded.size());
  }

  private void spill() throws IOException {
    SpoolFile made = SpoolFile.make("rows");
    file = made;
    out = new DataOutputStream(new BufferedOutputStream(made.out(), 1 << 16));
    memory.writeTo(out);
    memory = new ByteArrayOutputStream();
  }

  /** How many rows there are. */
  long rows() {
    return rows;
  }

  /** All is written that will be. */
  void finish() {
    try {
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Work on batches of rows. */
  interface Work {
    void on(Batch batch) throws java.sql.SQLException, IOException;
  }

  /** Hands all rows over, in order, any number of times. */
  void forEach(Work work) throws java.sql.SQLException, IOException {
    try (DataInputStream in = new DataInputStream(input())) {
      BatchBuilder batch = new BatchBuilder(schema);
      StateReader reader = new StateReader();
      byte[] row = new byte[256];
      for (long i = 0; i < rows; i++) {
        int length = in.readInt();
        row = length > row.length ? new byte[length * 2] : row;
        if (in.readNBytes(row, 0, length) < length) {
          throw new EOFException();
        }
        reader.open(row, 0, length);
        for (int c = 0; c < schema.size(); c++) {
          reader.readNullable(schema.field(c).type(), batch.column(c));
        }
        batch.closeRow();
        if (batch.isFull()) {
          work.on(batch.take());
        }
      }
      if (batch.rows() > 0) {
        work.on(batch.take());
      }
    }
  }

  private InputStream input() throws IOException {
    return file == null
        ? new ByteArrayInputStream(memory.toByteArray())
        : new BufferedInputStream(file.in(), 1 << 16);
  }

  @Override
  public void close() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
