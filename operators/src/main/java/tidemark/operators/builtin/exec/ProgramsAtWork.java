package tidemark.operators.builtin.exec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tidemark.operators.connector.OperationKey;

/**
 * Programs on this machine that were started for a micro-batch and have not ended, also those of a
 * run that was killed, and what they started. They are told by the key in their environment, which
 * only Linux shows; elsewhere none is found.
 */
final class ProgramsAtWork {
  private static final Path PROCESSES = Path.of("/proc");
  private static final long PAUSE_MILLIS = 50;

  /** Looks at programs that show no environment, and the time between them. */
  private static final int LOOKS = 20;

  private static final long INSTANT_MILLIS = 5;

  private ProgramsAtWork() {}

  /** Whether there is one. */
  static boolean any(OperationKey key) {
    if (!Files.isDirectory(PROCESSES)) {
      return false;
    }
    String entry = BatchVariables.KEY + "=" + key;
    List<Path> blank = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path process : all) {
        String environment = environment(process);
        if (has(environment, entry)) {
          return true;
        }
        if (isBlank(environment) && isProgram(process)) {
          blank.add(process);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return anyOfBlank(blank, entry);
  }

  /** A process that is about to run another program shows no environment for an instant. */
  private static boolean anyOfBlank(List<Path> blank, String entry) {
    for (int look = 0; look < LOOKS && !blank.isEmpty(); look++) {
      if (!Command.sleep(INSTANT_MILLIS)) {
        return true;
      }
      for (Path process : List.copyOf(blank)) {
        String environment = environment(process);
        if (has(environment, entry)) {
          return true;
        }
        if (!isBlank(environment) || !isProgram(process)) {
          blank.remove(process);
        }
      }
    }
    return false;
  }

  /** Empty where it has ended, or is another user's. */
  private static String environment(Path process) {
    try {
      return new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  private static boolean has(String environment, String entry) {
    return Arrays.asList(environment.split("\0")).contains(entry);
  }

  private static boolean isBlank(String environment) {
    return environment.indexOf('=') < 0;
  }

  /**
   * Whether it runs a program that may be looked at: no thread of the system's, none that ended.
   */
  private static boolean isProgram(Path process) {
    try {
      return !Files.readSymbolicLink(process.resolve("exe")).toString().isEmpty();
    } catch (IOException e) {
      return false;
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
