package tidemark.operators.builtin.exec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import tidemark.operators.connector.OperationKey;

/**
 * Programs on this machine that were started for a micro-batch and have not ended, also those of a
 * run that was killed, and what they started. They are told by the key in their environment, which
 * only Linux shows; elsewhere none is found.
 */
final class ProgramsAtWork {
  private static final Path PROCESSES = Path.of("/proc");
  private static final long PAUSE_MILLIS = 50;

  private ProgramsAtWork() {}

  /** Whether there is one. */
  static boolean any(OperationKey key) {
    if (!Files.isDirectory(PROCESSES)) {
      return false;
    }
    String entry = BatchVariables.KEY + "=" + key;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path process : all) {
        if (has(process, entry)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean has(Path process, String entry) {
    try {
      byte[] environment = Files.readAllBytes(process.resolve("environ"));
      String text = new String(environment, StandardCharsets.UTF_8);
      return Arrays.asList(text.split("\0")).contains(entry);
    } catch (IOException e) {
      return false; // it has ended, or is another user's
    }
  }

  /** Waits until there is none; false if that takes longer, or the thread was interrupted. */
  static boolean awaitEnd(OperationKey key, long mostMillis) {
    long begun = System.nanoTime();
    while (any(key)) {
      if ((System.nanoTime() - begun) / 1_000_000 >= mostMillis || !Command.sleep(PAUSE_MILLIS)) {
        return false;
      }
    }
    return true;
  }
}
