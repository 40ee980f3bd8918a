package tidemark.operators.builtin.body;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.connector.SpoolFile;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.types.Schema;

/** One partition's rows of a micro-batch, encoded: first in memory, then in a temporary file. */
public final class BodyPart implements SinkWriter, AutoCloseable {
  private static final int IN_MEMORY = 4 << 20;

  private final Encoder encoder;
  private final ByteSink encoded = new ByteSink();
  private Optional<Spilled> spilled = Optional.empty();
  private long rows;

  public BodyPart(BodyFormat format, Schema schema) {
    this.encoder = format.encoder(schema);
  }

  @Override
  public void write(Batch batch) {
    encoder.encode(batch, encoded);
    rows += batch.count();
    if (encoded.size() >= IN_MEMORY) {
      spilled = spilled.or(() -> Optional.of(SpoolFailure.attempt(Spilled::begin)));
      Spilled unused = SpoolFailure.attempt(() -> spilled.get().append(encoded));
    }
  }

  long rows() {
    return rows;
  }

  /** Hands over all records, in order, once. */
  void drainTo(OutputStream body) throws IOException {
    if (spilled.isPresent()) {
      spilled.get().drainTo(body);
    }
    encoded.drainTo(body);
  }

  @Override
  public void close() {
    if (spilled.isPresent()) {
      Spilled unused = SpoolFailure.attempt(spilled.get()::drop);
    }
  }

  /** What no longer stands in memory. */
  private record Spilled(SpoolFile file, OutputStream out) {
    static Spilled begin() throws IOException {
      SpoolFile file = SpoolFile.make("part");
      return new Spilled(file, new BufferedOutputStream(file.out(), 1 << 16));
    }

    Spilled append(ByteSink encoded) throws IOException {
      encoded.drainTo(out);
      return this;
    }

    void drainTo(OutputStream body) throws IOException {
      out.flush();
      try (InputStream in = file.in()) {
        long unused = in.transferTo(body);
      }
    }

    Spilled drop() throws IOException {
      file.close();
      return this;
    }
  }
}
