package tidemark.operators.builtin.exec;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs programs to their end, one at a time. Input is a file, not a pipe: a process that outlives
 * this one still reads the whole of it.
 */
final class Command {
  private static final File NOTHING = new File("/dev/null");
  private static final long LONGEST_PAUSE = 20;
  private static final long GRACE_MILLIS = 2_000;

  private final Path directory;
  private final long timeoutMillis;

  /**
   * @param directory where programs run
   * @param timeoutMillis how long one may take
   */
  Command(Path directory, long timeoutMillis) {
    this.directory = directory;
    this.timeoutMillis = timeoutMillis;
  }

  /** Runs a program with nothing to read. */
  Ending run(List<String> words, Consumer<Map<String, String>> environment) {
    return run(builder(words, environment, NOTHING)::start);
  }

  /** Runs a program that reads a file; the program has it, and so its name is taken away. */
  Ending run(List<String> words, Consumer<Map<String, String>> environment, Path input) {
    return run(
        () -> {
          try {
            return builder(words, environment, input.toFile()).start();
          } finally {
            Files.deleteIfExists(input);
          }
        });
  }

  private ProcessBuilder builder(
      List<String> words, Consumer<Map<String, String>> environment, File input) {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectInput(Redirect.from(input));
    environment.accept(builder.environment());
    return builder;
  }

  /** What makes a process. */
  private interface Start {
    Process process() throws IOException;
  }

  private Ending run(Start start) {
    try {
      return await(start.process());
    } catch (IOException e) {
      return new Ending(Ending.Kind.NOT_STARTED, 0, String.valueOf(e.getMessage()));
    }
  }

  private Ending await(Process process) {
    LastOutput output = new LastOutput(process.getInputStream());
    long begun = System.nanoTime();
    long pause = 1;
    boolean inTime = true;
    while (process.isAlive() && inTime) {
      pause = output.take() ? 1 : Math.min(LONGEST_PAUSE, pause * 2);
      inTime = (System.nanoTime() - begun) / 1_000_000 < timeoutMillis && sleep(pause);
    }
    if (!inTime) {
      kill(process);
    }
    while (output.take()) {
      // what was printed last
    }
    close(process);
    return inTime
        ? new Ending(Ending.Kind.EXITED, process.exitValue(), output.text())
        : new Ending(Ending.Kind.TIMED_OUT, 0, output.text());
  }

  /** Asks the process and all that it started to end, and after a while makes them. */
  private static void kill(Process process) {
    List<ProcessHandle> all = new ArrayList<>(tree(process.toHandle()));
    all.forEach(ProcessHandle::destroy);
    awaitEnd(all);
    all.addAll(tree(process.toHandle()));
    all.forEach(ProcessHandle::destroyForcibly);
    awaitEnd(all);
  }

  private static void awaitEnd(List<ProcessHandle> all) {
    long waited = 0;
    while (waited < GRACE_MILLIS && all.stream().anyMatch(ProcessHandle::isAlive)) {
      boolean unused = sleep(LONGEST_PAUSE);
      waited += LONGEST_PAUSE;
    }
  }

  private static List<ProcessHandle> tree(ProcessHandle process) {
    return Stream.concat(process.descendants(), Stream.of(process)).toList();
  }

  private static void close(Process process) {
    try {
      process.getInputStream().close();
    } catch (IOException e) {
      // nothing more is read from it
    }
  }

  /** False if the thread was interrupted. */
  static boolean sleep(long millis) {
    try {
      Thread.sleep(millis);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
