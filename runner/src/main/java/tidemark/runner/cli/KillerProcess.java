package tidemark.runner.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.runner.rehearsal.KillPoint;
import tidemark.runner.rehearsal.Killer;
import tidemark.runner.rehearsal.TrialFolder;

/**
 * Runs the same command once more in a process of its own, which finds out by two properties of its
 * virtual machine that it is to die, and where. They are internal: nobody but this class sets them.
 */
final class KillerProcess implements Killer {
  /** How a process ends that died where it was told to. */
  private static final int DEAD = 77;

  private static final String FOLDER = "tidemark.rehearsal.folder";
  private static final String POINT = "tidemark.rehearsal.point";
  private static final List<String> NOT_PASSED_ON =
      List.of("-agentlib:", "-agentpath:", "-javaagent:", "-D" + FOLDER, "-D" + POINT);

  private final List<String> arguments;
  private final Map<String, String> env;

  /**
   * @param arguments the command as the user gave it
   */
  KillerProcess(List<String> arguments, Map<String, String> env) {
    this.arguments = List.copyOf(arguments);
    this.env = Map.copyOf(env);
  }

  /**
   * What this process is told if it is one that is to die.
   *
   * @param folder of its trial
   */
  record Told(TrialFolder folder, KillPoint point) {
    static Optional<Told> find() {
      return Optional.ofNullable(System.getProperty(FOLDER))
          .map(
              folder ->
                  new Told(
                      new TrialFolder(Path.of(folder)),
                      KillPoint.parse(System.getProperty(POINT, ""))));
    }
  }

  /** Ends this process at once, as a kill would. */
  static void die() {
    Runtime.getRuntime().halt(DEAD);
  }

  @Override
  public Optional<String> kill(TrialFolder folder, KillPoint point) {
    Path said = folder.path().resolve("said.txt");
    try {
      Files.createDirectories(temporary(folder));
      ProcessBuilder builder = new ProcessBuilder(command(folder, point));
      builder.environment().putAll(env);
      builder.redirectErrorStream(true).redirectOutput(said.toFile());
      Process process = builder.start();
      process.getOutputStream().close();
      int end = process.waitFor();
      return end == DEAD
          ? Optional.empty()
          : Optional.of("exit code %d, %s".formatted(end, Files.readString(said).strip()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What a process that is killed cannot delete goes with the folder of its trial. */
  private static Path temporary(TrialFolder folder) {
    return folder.path().resolve("tmp");
  }

  private List<String> command(TrialFolder folder, KillPoint point) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (NOT_PASSED_ON.stream().noneMatch(option::startsWith)) {
        command.add(option);
      }
    }
    command.add("-XX:TieredStopAtLevel=1"); // it does not live long enough for more
    command.add("-Djava.io.tmpdir=" + temporary(folder));
    command.add("-D" + FOLDER + "=" + folder.path());
    command.add("-D" + POINT + "=" + point.text());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    command.addAll(arguments);
    return command;
  }
}
