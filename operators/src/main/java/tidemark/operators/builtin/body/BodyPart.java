package tidemark.operators.builtin.body;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.SinkWriter;
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
      spilled = Optional.of(SpoolFailure.attempt(this::spill));
    }
  }

  private Spilled spill() throws IOException {
    Spilled to = spilled.isPresent() ? spilled.get() : Spilled.begin();
    encoded.drainTo(to.out());
    return to;
  }

  long rows() {
    return rows;
  }

  /** Hands over all records, in order, once. */
  void drainTo(OutputStream body) throws IOException {
    if (spilled.isPresent()) {
      spilled.get().out().close();
      long unused = Files.copy(spilled.get().file(), body);
    }
    encoded.drainTo(body);
  }

  @Override
  public void close() {
    if (spilled.isPresent()) {
      boolean unused = SpoolFailure.attempt(spilled.get()::drop);
    }
  }

  /** What no longer stands in memory. */
  private record Spilled(Path file, OutputStream out) {
    static Spilled begin() throws IOException {
      Path file = Files.createTempFile("tidemark-part-", ".rows");
      return new Spilled(file, new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
    }

    boolean drop() throws IOException {
      out.close();
      return Files.deleteIfExists(file);
    }
  }
}
