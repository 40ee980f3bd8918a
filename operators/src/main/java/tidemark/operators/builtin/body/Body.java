package tidemark.operators.builtin.body;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.zip.GZIPOutputStream;
import tidemark.operators.format.ByteSink;
import tidemark.operators.types.Schema;

/**
 * The rows of a micro-batch in one temporary file, in the order of the partitions. It can be handed
 * over any number of times, until it is closed.
 */
public final class Body implements AutoCloseable {
  private final Path file;
  private final long rows;

  private Body(Path file, long rows) {
    this.file = file;
    this.rows = rows;
  }

  /** Whether a body is packed. */
  public enum Packing {
    NONE,
    GZIP
  }

  /**
   * Puts the parts together.
   *
   * @throws tidemark.operators.diagnostics.Failure TM605 if there is no room for it
   */
  public static Body of(
      Collection<BodyPart> parts, BodyFormat format, Schema schema, Packing packing) {
    return SpoolFailure.attempt(
        () -> {
          Path file = Files.createTempFile("tidemark-batch-", ".rows");
          try (OutputStream out = format.framed(packed(file, packing))) {
            ByteSink head = new ByteSink(1 << 10);
            format.encoder(schema).begin(head);
            head.drainTo(out);
            for (BodyPart part : parts) {
              part.drainTo(out);
            }
          } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
          }
          return new Body(file, parts.stream().mapToLong(BodyPart::rows).sum());
        });
  }

  private static OutputStream packed(Path file, Packing packing) throws IOException {
    OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
    return packing == Packing.GZIP ? new GZIPOutputStream(out, 1 << 16) : out;
  }

  public Path file() {
    return file;
  }

  public long rows() {
    return rows;
  }

  @Override
  public void close() {
    boolean unused = SpoolFailure.attempt(() -> Files.deleteIfExists(file));
  }
}
