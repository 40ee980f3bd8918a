package tidemark.runner.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that is gone, with all that is in it, when it is closed.
 *
 * @param path where it is
 */
public record TemporaryFolder(Path path) implements AutoCloseable {
  /** Makes one; {@code purpose} is a part of its name. */
  public static TemporaryFolder of(String purpose) {
    try {
      return new TemporaryFolder(Files.createTempDirectory("tidemark-" + purpose));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> walk = Files.walk(path)) {
      List<Path> inwardsFirst = walk.sorted(Comparator.reverseOrder()).toList();
      for (Path each : inwardsFirst) {
        Files.delete(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
