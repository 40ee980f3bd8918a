package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A {@code tidemark} process. What it prints is read line by line, by one thread. */
final class RealProcess implements AutoCloseable {
  /** Longer than anything takes on a loaded machine; a process that hangs fails its test. */
  private static final long PATIENCE_SECONDS = 120;

  private final Process process;
  private final BufferedReader err;
  private final List<String> lines = new ArrayList<>();

  private RealProcess(Process process) {
    this.process = process;
    this.err = process.errorReader(StandardCharsets.UTF_8);
  }

  /** Starts a command of {@code tidemark} in a virtual machine with these options. */
  static RealProcess start(List<String> options, String... arguments) {
    return start(new ProcessBuilder(command(options, arguments)));
  }

  /** Starts a command in a working directory. */
  static RealProcess startIn(Path directory, List<String> options, String... arguments) {
    return start(new ProcessBuilder(command(options, arguments)).directory(directory.toFile()));
  }

  /** Starts a command that can write no file beyond a size. */
  static RealProcess startWithFilesUpTo(long bytes, String... arguments) {
    List<String> limited = new ArrayList<>();
    limited.addAll(List.of("sh", "-c", "ulimit -f " + bytes / 512 + " && exec \"$@\"", "limited"));
    limited.addAll(command(List.of(), arguments));
    return start(new ProcessBuilder(limited));
  }

  private static RealProcess start(ProcessBuilder builder) {
    try {
      return new RealProcess(builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> command(List<String> options, String... arguments) {
    List<String> command = new ArrayList<>();
    if (interruptsAreIgnored()) {
      command.addAll(List.of("env", "--default-signal=INT"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", classPath()));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    // Folders of classes fit no class archive; without their verification a start takes less.
    command.add("-XX:+UnlockDiagnosticVMOptions");
    command.add("-XX:-BytecodeVerificationRemote");
    command.addAll(options);
    command.add("tidemark.runner.cli.Main");
    command.addAll(List.of(arguments));
    return command;
  }

  /** What a user has: without the functions and processors of the tests. */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(
            path ->
                !path.endsWith("test-classes") && !path.endsWith("test-classes" + File.separator))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Starts a run that prints a line of JSON for each micro-batch. */
  static RealProcess run(Path pipeline, String... options) {
    List<String> arguments = new ArrayList<>(List.of("run", pipeline.toString()));
    arguments.addAll(List.of("--progress", "json"));
    arguments.addAll(List.of(options));
    return start(List.of(), arguments.toArray(new String[0]));
  }

  /** Reads until so many micro-batches have happened; false if the process ends before. */
  boolean awaitBatches(int count) {
    int seen = 0;
    while (seen < count) {
      String line = nextLine();
      if (line == null) {
        return false;
      }
      seen += line.startsWith("{\"event\":\"batch\"") ? 1 : 0;
    }
    return true;
  }

  /** Waits for the end or so long; true if the process has ended. */
  boolean awaitEnd(long nanos) {
    try {
      return process.waitFor(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Kills it as {@code kill -9} does, unless it has ended; its exit code. */
  int kill() {
    // Process.destroyForcibly would close the streams, and what was printed would be lost.
    boolean unused = process.toHandle().destroyForcibly();
    return end();
  }

  /** Sends {@code TERM} or {@code INT}. */
  void signal(String name) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
      assertThat(kill.waitFor()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits for the end; the exit code. */
  int end() {
    while (nextLine() != null) {
      // The lines are kept.
    }
    assertThat(awaitEnd(TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS))).as("it ends").isTrue();
    return process.exitValue();
  }

  /** What it printed on stderr and was read. */
  String printed() {
    return String.join("\n", lines);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private @Nullable String nextLine() {
    try {
      String line = err.readLine();
      if (line != null) {
        lines.add(line);
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a process started by this one would not hear SIGINT, as in a shell's background. */
  private static boolean interruptsAreIgnored() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("SigIgn:")) {
          return (Long.parseUnsignedLong(line.substring(7).trim(), 16) & 2) != 0;
        }
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }
}
