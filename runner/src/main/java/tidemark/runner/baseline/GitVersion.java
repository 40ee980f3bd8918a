package tidemark.runner.baseline;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * The YAML files of a repository as they were at a commit, in a folder of their own; so a pipeline
 * is read with the schemas it had.
 */
public final class GitVersion implements AutoCloseable {
  private static final List<String> SUFFIXES = List.of(".yaml", ".yml");

  private final Path folder;
  private final Path pipeline;

  private GitVersion(Path folder, Path pipeline) {
    this.folder = folder;
    this.pipeline = pipeline;
  }

  /**
   * Takes the files of a commit out of the repository that holds the pipeline file.
   *
   * @param commit any name of one: a branch, a tag, {@code HEAD~1}
   * @throws Failure TM115 if there is no such commit, or the file is not in it
   */
  public static GitVersion of(Path file, String commit) {
    Path home = file.toAbsolutePath().normalize().getParent();
    Path root = Path.of(line(git(home, "rev-parse", "--show-toplevel")));
    if (commit.startsWith("-")) {
      throw unreadable("`" + commit + "` is no name of a commit");
    }
    String prefix = line(git(home, "rev-parse", "--show-prefix"));
    String path = prefix + file.getFileName();
    List<String> names =
        new String(git(root, "ls-tree", "-r", "-z", "--name-only", commit), StandardCharsets.UTF_8)
            .lines()
            .flatMap(all -> Stream.of(all.split("\0", -1)))
            .filter(name -> SUFFIXES.stream().anyMatch(name::endsWith))
            .toList();
    if (!names.contains(path)) {
      throw unreadable("`" + path + "` is not in `" + commit + "`");
    }
    List<String> archive = new ArrayList<>(List.of("archive", "--format=zip", commit, "--"));
    archive.addAll(names);
    byte[] zip = git(root, archive.toArray(String[]::new));
    try {
      Path folder = Files.createTempDirectory("tidemark-git-");
      unpack(zip, folder);
      return new GitVersion(folder, folder.resolve(path));
    } catch (IOException e) {
      throw unreadable("cannot unpack `" + commit + "`: " + e.getMessage());
    }
  }

  /** The pipeline file as it was. */
  public Path pipeline() {
    return pipeline;
  }

  private static void unpack(byte[] zip, Path folder) throws IOException {
    try (ZipInputStream in = new ZipInputStream(new java.io.ByteArrayInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        Path target = folder.resolve(entry.getName()).normalize();
        if (!entry.isDirectory() && target.startsWith(folder)) {
          Files.createDirectories(target.getParent());
          try (OutputStream out = Files.newOutputStream(target)) {
            long unused = in.transferTo(out);
          }
        }
      }
    }
  }

  private static String line(byte[] output) {
    return new String(output, StandardCharsets.UTF_8).strip();
  }

  private static byte[] git(Path folder, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      byte[] output;
      try (InputStream in = process.getInputStream()) {
        output = in.readAllBytes();
      }
      if (process.waitFor() != 0) {
        throw unreadable("`git " + arguments[0] + "` failed for " + last(arguments));
      }
      return output;
    } catch (IOException e) {
      throw unreadable("cannot run git: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreadable("git was interrupted");
    }
  }

  private static String last(String... arguments) {
    return "`" + arguments[arguments.length - 1] + "`";
  }

  private static Failure unreadable(String message) {
    return new Failure(
        Code.TM115,
        message,
        "the pipeline file must lie in a git repository, and the commit must have it");
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException leftover) {
      folder.toFile().deleteOnExit();
    }
  }
}
