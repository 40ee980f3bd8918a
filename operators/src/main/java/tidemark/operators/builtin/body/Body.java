package tidemark.operators.builtin.body;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.zip.GZIPOutputStream;
import tidemark.operators.connector.SpoolFile;
import tidemark.operators.format.ByteSink;
import tidemark.operators.types.Schema;

/**
 * The rows of a micro-batch in one temporary file, in the order of the partitions. It can be handed
 * over any number of times, until it is closed.
 */
public final class Body implements AutoCloseable {
  private final SpoolFile spool;
  private final long bytes;
  private final long rows;

  private Body(SpoolFile spool, long rows) throws IOException {
    this.spool = spool;
    this.bytes = spool.size();
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
          SpoolFile spool = SpoolFile.make("batch");
          try (OutputStream out = format.framed(packed(spool, packing))) {
            ByteSink head = new ByteSink(1 << 10);
            format.encoder(schema).begin(head);
            head.drainTo(out);
            for (BodyPart part : parts) {
              part.drainTo(out);
            }
          } catch (IOException | RuntimeException e) {
            spool.close();
            throw e;
          }
          return new Body(spool, parts.stream().mapToLong(BodyPart::rows).sum());
        });
  }

  private static OutputStream packed(SpoolFile spool, Packing packing) throws IOException {
    OutputStream out = new BufferedOutputStream(spool.out(), 1 << 16);
    return packing == Packing.GZIP ? new GZIPOutputStream(out, 1 << 16) : out;
  }

  /** The whole of it, from the beginning; any number of times. */
  public InputStream in() {
    return spool.in();
  }

  public long bytes() {
    return bytes;
  }

  public long rows() {
    return rows;
  }

  /**
   * A copy with a name, for a program; whoever asks for it removes it.
   *
   * @throws tidemark.operators.diagnostics.Failure TM605 if there is no room for it
   */
  public Path copy() {
    return SpoolFailure.attempt(
        () -> {
          Path file = Files.createTempFile("tidemark-batch-", ".rows");
          try (InputStream in = in()) {
            long unused = Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
          } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
          }
        });
  }

  @Override
  public void close() {
    SpoolFailure.attempt(
        () -> {
          spool.close();
          return spool;
        });
  }
}
